// What every backend must do with change notifications.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Store } from '@central-api/service/storage/store.ts'
import { act, createLicense, fresh, type OpenTwo, openBeforeTests, PLAN } from './fixture.ts'

export const changesSuite = (open: OpenTwo): void => {
  describe('changes', () => {
    let store: Store
    let other: Store
    openBeforeTests(open, (one, two) => {
      store = one
      other = two
    })

    test('records every change for other processes, in order, with its subject', async () => {
      const from = await store.changes.latest()
      const { record } = await createLicense(store)
      await store.sites.activate({ licenseId: record.id, site: 'a', firstSeenAt: 1 }, null)
      assert.deepEqual(await other.changes.since(from), [])
      await store.licenses.setStatus(record.id, 'suspended', act())
      await store.plans.put(PLAN, act())
      await store.sites.release(record.id, 'a')
      await store.signingKeys.add(
        { kid: fresh('kid'), publicJwk: '{}', sealedPrivateJwk: 'x', createdAt: 1, retiredAt: null },
        1,
        act(),
      )
      const changes = await other.changes.since(from)
      const reported = changes.map(({ topic, subject }) => `${topic} ${topic === 'signing_key' ? '' : subject}`.trim())
      assert.deepEqual([...new Set(reported)], [`license ${record.id}`, 'plan pro', `site ${record.id}`, 'signing_key'])
      assert.equal(await other.changes.latest(), changes.at(-1)?.seq)
      await store.changes.sweep(Number.MAX_SAFE_INTEGER)
      assert.deepEqual(await store.changes.since(from), [])
    })

    test('the numbering continues after old changes were swept', async () => {
      const { record } = await createLicense(store)
      await store.licenses.setStatus(record.id, 'suspended', act())
      const [first] = (await store.changes.since(0)).slice(-1)
      await store.changes.sweep(Number.MAX_SAFE_INTEGER)
      await store.licenses.setStatus(record.id, 'active', act())
      const [second] = (await store.changes.since(0)).slice(-1)
      assert.ok(first && second && second.seq > first.seq)
    })
  })
}
