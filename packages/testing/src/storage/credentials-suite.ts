// What every backend must do with credentials: a write succeeds only on the version that the writer has read.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import type { CredentialRecord, Store } from '@central-api/service/storage/store.ts'
import { type OpenTwo, openBeforeTests } from './fixture.ts'

export const credential = (values: Partial<CredentialRecord> = {}): CredentialRecord => ({
  id: randomBytes(32).toString('hex'),
  platform: 'sandbox',
  kind: 'app',
  owner: null,
  hint: 'wxyz',
  state: 'working',
  until: null,
  since: 1_000,
  failures: 0,
  error: null,
  errorAt: null,
  sealedToken: null,
  expiresAt: null,
  renewedAt: null,
  version: 0,
  ...values,
})

export const credentialsSuite = (open: OpenTwo): void => {
  describe('credentials', () => {
    let store: Store
    let other: Store
    openBeforeTests(open, (one, two) => {
      store = one
      other = two
    })

    test('stores a credential completely with the next version, and removes it', async () => {
      const fresh = credential()
      assert.equal(await store.credentials.find(fresh.id), undefined)
      assert.equal(await store.credentials.put(fresh), true)
      assert.deepEqual(await other.credentials.find(fresh.id), { ...fresh, version: 1 })
      const changed: CredentialRecord = {
        ...fresh,
        owner: 'lic_1',
        state: 'refused',
        until: 3_000,
        since: 2_000,
        failures: 2,
        error: 'credential_refused',
        errorAt: 2_000,
        sealedToken: 'sealed ☕',
        expiresAt: 1_900_000_000_000,
        renewedAt: 1_500,
        version: 1,
      }
      assert.equal(await other.credentials.put(changed), true)
      assert.deepEqual(await store.credentials.find(fresh.id), { ...changed, version: 2 })
      assert.equal(await store.credentials.remove(fresh.id), true)
      assert.equal(await other.credentials.find(fresh.id), undefined)
      assert.equal(await store.credentials.remove(fresh.id), false)
    })

    test('lists credentials by platform, kind and id', async () => {
      for (const { id } of await store.credentials.list()) await store.credentials.remove(id)
      const records = [
        credential({ id: 'b', platform: 'rss' }),
        credential({ id: 'd', platform: 'video', kind: 'app' }),
        credential({ id: 'c', platform: 'video', kind: 'user' }),
        credential({ id: 'é', platform: 'video', kind: 'user' }),
      ]
      for (const record of records.toReversed()) await store.credentials.put(record)
      assert.deepEqual(
        await other.credentials.list(),
        records.map((record) => ({ ...record, version: 1 })),
      )
    })

    test('does not overwrite a credential that was changed, removed or created meanwhile', async () => {
      const record = credential()
      const stale = { ...record, state: 'paused', version: 1 } as const
      assert.equal(await store.credentials.put(stale), false)
      assert.equal(await store.credentials.find(record.id), undefined)
      await store.credentials.put(record)
      assert.equal(await other.credentials.put(record), false)
      await store.credentials.put({ ...record, failures: 1, version: 1 })
      for (const version of [0, 1, 3]) assert.equal(await other.credentials.put({ ...stale, version }), false)
      assert.deepEqual(await store.credentials.find(record.id), { ...record, failures: 1, version: 2 })
      await store.credentials.remove(record.id)
      assert.equal(await store.credentials.put({ ...stale, version: 2 }), false)
      assert.equal(await store.credentials.find(record.id), undefined)
    })

    test('of 20 concurrent puts of a version exactly one succeeds', async () => {
      const record = credential()
      for (const version of [0, 1, 2, 3]) {
        const wins = await Promise.all(
          Array.from({ length: 20 }, (_, n) =>
            (n % 2 ? store : other).credentials.put({ ...record, sealedToken: `by ${n}`, version }),
          ),
        )
        assert.equal(wins.filter(Boolean).length, 1, String(version))
        assert.deepEqual(await store.credentials.find(record.id), {
          ...record,
          sealedToken: `by ${wins.indexOf(true)}`,
          version: version + 1,
        })
      }
    })

    test('notifies others of puts and removals, and not of a put that came too late', async () => {
      const record = credential()
      const from = await store.changes.latest()
      await store.credentials.put(record)
      await store.credentials.put(record)
      await store.credentials.put({ ...record, version: 7 })
      await store.credentials.put({ ...record, version: 1 })
      await store.credentials.remove(record.id)
      const reported = (await other.changes.since(from)).map(({ topic, subject }) => `${topic} ${subject}`)
      assert.deepEqual(
        reported,
        Array.from({ length: 3 }, () => `credential ${record.id}`),
      )
    })
  })
}
