import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFixture, OPERATOR } from '@central-api/testing/licensing/fixture.ts'
import { createLicenses } from './licenses.ts'

test('no two licenses share an id or a key', async (context) => {
  const licenses = createLicenses(await createFixture(context))
  const made = await Promise.all(Array.from({ length: 50 }, () => licenses.create({ plan: 'starter' }, OPERATOR)))
  assert.equal(new Set(made.map(({ key }) => key)).size, 50)
  assert.equal(new Set(made.map(({ license }) => license.id)).size, 50)
  for (const { license } of made) assert.match(license.id, /^lic_[0-9A-Za-z]{20}$/)
})

test('the cache contains no more licenses than its size', async (context) => {
  const licenses = createLicenses({ ...(await createFixture(context)), cacheSize: 2 })
  const ids: string[] = []
  for (let count = 0; count < 3; count += 1) ids.push((await licenses.create({ plan: 'starter' }, OPERATOR)).license.id)
  for (const id of ids) await licenses.get(id)
  assert.deepEqual(
    ids.map((id) => licenses.peek(id) !== undefined),
    [false, true, true],
  )
})
