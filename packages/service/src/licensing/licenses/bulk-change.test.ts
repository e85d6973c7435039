import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFixture, OPERATOR } from '@central-api/testing/licensing/fixture.ts'
import { createBulkChange } from './bulk-change.ts'
import { createLicenses } from './licenses.ts'

test('removes changed licenses from the cache immediately, and no others', async (context) => {
  const fixture = await createFixture(context)
  const licenses = createLicenses(fixture)
  const made = await Promise.all([1, 2, 3].map(() => licenses.create({ plan: 'pro' }, OPERATOR)))
  const [one = '', two = '', three = ''] = made.map(({ license }) => license.id)
  await licenses.suspend(two, OPERATOR)
  const forgotten: string[] = []
  const change = createBulkChange({ ...fixture, forget: (id) => void forgotten.push(id) })
  const ids = [one, two, 'lic_none', three]
  await change({ ids }, { action: 'suspend' }, { actor: OPERATOR, isDry: true })
  assert.deepEqual(forgotten, [])
  const { changed } = await change({ ids }, { action: 'suspend' }, { actor: OPERATOR, isDry: false })
  assert.equal(changed, 2)
  assert.deepEqual(forgotten, [one, three])
})
