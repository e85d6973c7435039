// What every backend must do with stored responses.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RESPONSE_KEPT_MS, type ResponseRecord } from '@central-api/service/storage/response-records.ts'
import type { LicenseRecord, Store } from '@central-api/service/storage/store.ts'
import { StoreError } from '@central-api/service/storage/store-error.ts'
import { act, fresh, keyOf, license, type OpenTwo, openBeforeTests, PLAN } from './fixture.ts'

const isConflict = (error: unknown) => error instanceof StoreError && error.kind === 'conflict'

const responseOf = (values: Partial<ResponseRecord> = {}): ResponseRecord => ({
  key: fresh('key'),
  sealed: fresh('sealed'),
  givenAt: 1_000,
  ...values,
})

export const responsesSuite = (open: OpenTwo): void => {
  describe('stored responses', () => {
    let store: Store
    let other: Store
    openBeforeTests(open, (one, two) => {
      store = one
      other = two
    })

    const create = (by: Store, response: ResponseRecord, record: LicenseRecord = license()) =>
      by.licenses.create(record, keyOf(record.id), act({ response }))

    test('stores a response with its change, and rolls back a second change with the same key', async () => {
      const [first, response] = [license(), responseOf()]
      await create(store, response, first)
      assert.deepEqual(await other.responses.find(response.key), response)
      const second = license()
      await assert.rejects(create(other, responseOf({ key: response.key }), second), isConflict)
      assert.equal(await store.licenses.find(second.id), undefined)
      assert.deepEqual(await store.audit.list({ limit: 10, subject: second.id }), [])
      assert.deepEqual(await store.responses.find(response.key), response)
      assert.equal((await store.audit.list({ limit: 10, subject: first.id })).length, 1)
    })

    test('of twenty concurrent requests with one key in two processes one creates a license', async () => {
      const key = fresh('key')
      const before = await store.licenses.count()
      const made = await Promise.allSettled(
        Array.from({ length: 20 }, (_, n) => create(n % 2 ? store : other, responseOf({ key }))),
      )
      assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 1)
      for (const outcome of made) if (outcome.status === 'rejected') assert.ok(isConflict(outcome.reason))
      assert.equal(await store.licenses.count(), before + 1)
    })

    test('stores a response also for a change without effect', async () => {
      const [plan, response] = [{ ...PLAN, name: fresh('plan') }, responseOf()]
      await store.plans.put(plan, act())
      await store.plans.put(plan, act({ response }))
      assert.deepEqual(await other.responses.find(response.key), response)
    })

    test('replaces a response after a day, and no sooner', async () => {
      const response = responseOf()
      await create(store, response)
      const later = responseOf({ key: response.key, givenAt: 1_000 + RESPONSE_KEPT_MS })
      await assert.rejects(create(store, { ...later, givenAt: later.givenAt - 1 }), isConflict)
      await create(store, later)
      assert.deepEqual(await store.responses.find(response.key), later)
    })

    test('removes the responses of a license with it, and no others', async () => {
      const [gone, stays] = [license(), license()]
      const [one, two, three] = [responseOf(), responseOf(), responseOf()]
      await create(store, one, gone)
      await create(store, two, stays)
      await store.plans.put({ ...PLAN, name: fresh('plan') }, act({ response: three }))
      await store.licenses.remove(gone.id, act())
      assert.equal(await other.responses.find(one.key), undefined)
      assert.deepEqual(await other.responses.find(two.key), two)
      assert.deepEqual(await other.responses.find(three.key), three)
    })
  })
}
