import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError } from '@central-api/testing/assert-response.ts'
import { DEMO, MORE, pageOf, startClient } from '@central-api/testing/start-client.ts'
import { START } from '@central-api/testing/start-service.ts'

const DAY_MS = 86_400_000

test('a cursor with any changed character is invalid_cursor', async (context) => {
  const { scan, more } = await startClient(context)
  const cursor = String(pageOf(await scan(DEMO)).nextCursor)
  const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  for (let at = 0; at < cursor.length; at += 1) {
    const next = ALPHABET[(ALPHABET.indexOf(cursor[at] ?? '') + 1) % 64]
    assertError(await more({ ...DEMO, cursor: cursor.slice(0, at) + next + cursor.slice(at + 1) }), {
      code: 'invalid_cursor',
    })
  }
  for (const changed of [
    cursor.slice(1),
    cursor.slice(0, -1),
    `${cursor}A`,
    `${cursor}=`,
    ` ${cursor}`,
    cursor + cursor,
  ]) {
    assertError(await more({ ...DEMO, cursor: changed }), { code: 'invalid_cursor' })
  }
})

test('a cursor is valid for its platform, handle and variant, for a day, with any license', async (context) => {
  const { scan, more, clock, license, authorize, key, post } = await startClient(context)
  const cursor = String(pageOf(await scan(DEMO)).nextCursor)
  assertError(await more({ ...DEMO, variant: 'media', cursor }), { code: 'invalid_cursor' })
  assertError(await more({ platform: 'sandbox', handle: 'slow.0', cursor }), { code: 'invalid_cursor' })
  const other = await authorize((await license()).key)
  assert.equal((await post(MORE, { ...DEMO, cursor }, other)).status, 200)
  clock.at = START + DAY_MS
  const later = await authorize(key)
  assert.equal((await post(MORE, { ...DEMO, cursor }, later)).status, 200)
  clock.at += 1
  assertError(await post(MORE, { ...DEMO, cursor }, later), { code: 'invalid_cursor' })
})
