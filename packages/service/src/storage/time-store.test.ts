import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { budget } from '@central-api/testing/storage/budgets-suite.ts'
import { credential } from '@central-api/testing/storage/credentials-suite.ts'
import { act, keyOf, license, PLAN } from '@central-api/testing/storage/fixture.ts'
import { openStore } from './open-store.ts'
import type { Store } from './store.ts'
import { StoreError } from './store-error.ts'
import { timeStore } from './time-store.ts'

const openTimed = async (context: TestContext, change: (store: Store) => Store = (store) => store) => {
  const opened = await openStore('sqlite::memory:')
  context.after(() => opened.close())
  const reported: unknown[][] = []
  const clock = { at: 0 }
  const store = timeStore(
    change(opened),
    (...call) => void reported.push(call),
    () => clock.at,
  )
  return { store, reported, clock }
}

test('reports the duration of calls that requests wait for, without changing their results', async (context) => {
  const { store, reported } = await openTimed(context)
  await store.plans.put(PLAN, act())
  const record = license()
  const key = keyOf(record.id)
  await store.licenses.create(record, key, act())
  assert.equal(reported.length, 0)

  assert.deepEqual(await store.licenses.find(record.id), record)
  assert.deepEqual(await store.keys.findByHash(key.hash), key)
  assert.equal(await store.sites.activate({ licenseId: record.id, site: 'a', firstSeenAt: 1 }, 1), true)
  await store.grants.claim('client', { jti: 'j', kid: 'k', issuedAt: 1 }, 0)
  const page = { body: Buffer.from('x'), next: null, fetchedAt: 1 }
  assert.equal(await store.pages.claim(Buffer.from('k'), { owner: 'a', now: 0, until: 1 }), true)
  await store.pages.put(Buffer.from('k'), page)
  assert.deepEqual(await store.pages.find(Buffer.from('k')), page)
  await store.pages.release(Buffer.from('k'), 'a')
  const turn = { owner: 'a', now: 0, until: 1 }
  assert.deepEqual(await store.pages.findOrClaim([Buffer.from('k')], 0, turn), { page, isClaimed: false })
  await store.pages.putAndRelease(Buffer.from('k'), page, { key: Buffer.from('k'), owner: 'a' })
  const from = await store.changes.latest()
  assert.deepEqual(await store.changes.since(from), [])
  assert.deepEqual(await store.usage.commit([], []), [])
  assert.deepEqual(await store.pages.weigh(2, 1), { bytes: 1, since: 1 })
  const given = credential()
  assert.equal(await store.credentials.put(given), true)
  assert.deepEqual(await store.credentials.list(), [{ ...given, version: 1 }])
  assert.deepEqual(await store.credentials.find(given.id), { ...given, version: 1 })
  const left = budget()
  await store.budgets.put([left])
  assert.deepEqual(await store.budgets.list(0), [left])
  assert.equal(await store.distinctUses.add({ owner: 'one', value: 'bread', at: 1 }, 0, 1), true)
  assert.equal((await store.distinctUses.list(['one'], 0)).length, 1)
  assert.equal(await store.distinctUses.sweep(2), 1)
  await store.goneProfiles.mark('gone', 1)
  assert.deepEqual(await store.goneProfiles.find(['gone']), [1])
  assert.equal(await store.goneProfiles.sweep(2), 1)
  assert.equal(await store.budgets.sweep(0), 0)
  const event = { id: 'e', type: 't', licenseId: null, onceKey: null, at: 1, data: '{}' }
  assert.equal(await store.webhookEvents.publish(event), 0)
  assert.equal(await store.webhookEvents.sweep({ from: 0, before: 2 }, 1), undefined)
  assert.equal(await store.deliveries.sweep({ from: 0, before: 2 }, 1), undefined)
  assert.deepEqual(await store.usage.listMeters('units:'), [])
  assert.deepEqual(
    reported.map(([operation, outcome]) => `${operation} ${outcome}`),
    [
      ...['find_license', 'find_key', 'admit_site', 'claim_grant', 'turn', 'put_page', 'find_page', 'turn'],
      ...['turn', 'put_page'],
      ...['read_changes', 'read_changes', 'settle', 'sweep'],
      ...['put_credential', 'read_credentials', 'read_credentials', 'put_budgets', 'read_budgets'],
      ...['add_distinct_use', 'read_distinct_uses', 'sweep'],
      ...['mark_gone_profile', 'find_gone_profile', 'sweep', 'sweep', 'tell_event', 'sweep', 'sweep', 'sweep'],
    ].map((operation) => `${operation} ok`),
  )
})

test('reports slow calls as slow, and failed calls with their kind of error', async (context) => {
  const { store, reported, clock } = await openTimed(context, (opened) => ({
    ...opened,
    usage: {
      ...opened.usage,
      commit: async (charges, refunds) => {
        clock.at += 700
        if (refunds.length > 0) throw new StoreError('unavailable', new Error('gone'))
        return opened.usage.commit(charges, refunds)
      },
    },
    keys: { ...opened.keys, findByHash: () => Promise.reject(new StoreError('conflict', undefined)) },
  }))
  await store.usage.commit([], [])
  await assert.rejects(
    store.usage.commit([], [{ licenseId: 'l', meter: 'm', startsAt: 0, count: 1 }]),
    (error: unknown) => error instanceof StoreError && error.kind === 'unavailable',
  )
  await assert.rejects(store.keys.findByHash('h'), StoreError)
  assert.deepEqual(reported, [
    ['settle', 'ok', 700],
    ['settle', 'unavailable', 700],
    ['find_key', 'conflict', 0],
  ])
})
