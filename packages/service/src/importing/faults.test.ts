import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importBytes, textBytes } from '@central-api/testing/importing/fixture.ts'
import { createFixture } from '@central-api/testing/licensing/fixture.ts'

const HEADER = 'key,plan,status,expiresAt,createdAt,mode,email,name,id,metadata.order'

const refusedRow = async (context: Parameters<typeof createFixture>[0], row: string) => {
  const fixture = await createFixture(context)
  const { counts, refused } = await importBytes(fixture, { from: 'csv', bytes: textBytes(`${HEADER}\n${row}\n`) })
  assert.deepEqual(counts, { read: 1, made: 0, there: 0, refused: 1 })
  return refused[0]
}

test('every fault of a row is reported at once, and the first is the reason', async (context) => {
  const row = `short,pro,actve,soon,03/04/2030,try,anna,${'x'.repeat(201)},lic_1,${'y'.repeat(501)}`
  const found = await refusedRow(context, row)
  assert.equal(found?.reason, 'id')
  for (const part of [
    '"lic_1" is not a valid license id. ',
    'The name is longer than 200 characters',
    'The key has 5 characters',
    'The status is "actve"',
    'The end "soon" cannot be read',
    'The date of the purchase "03/04/2030" is ambiguous',
    'The mode is "try"',
    'The email address is invalid',
    'The metadata value of order must be plain text of at most 500 characters',
  ])
    assert.ok(found?.message.includes(part), `${part} | ${found?.message}`)
})

test('a single fault is reported as it is', async (context) => {
  const found = await refusedRow(context, 'Kd83-Qm5Z-7TxW-b2L1,pro,active,,,,anna,,,')
  assert.deepEqual(
    [found?.reason, found?.message],
    ['details', 'The email address is invalid. Use the form name@example.com'],
  )
})

test('the message of several faults contains no key', async (context) => {
  const found = await refusedRow(context, 'aaaaaaaaaaaaaaaa,pro,,soon,,,,,,')
  assert.equal(found?.reason, 'key_guessable')
  assert.match(found?.message ?? '', /can be guessed.*The end "soon"/)
  assert.doesNotMatch(found?.message ?? '', /aaaa/)
})
