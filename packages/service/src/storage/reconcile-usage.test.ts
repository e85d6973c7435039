import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { type CommitCall, reconcileUsage } from './reconcile-usage.ts'
import type { Charge, Refund } from './store.ts'

const WINDOW = { licenseId: 'l', meter: 'scans', startsAt: 1 }
const CHARGE: Charge = { licenseId: 'l', windows: [{ meter: 'scans', startsAt: 1, limit: null }], count: 1 }
const USE = { day: 0, platform: 'rss', endpoint: 'posts', site: '' }
const admit = (charges: readonly Charge[]) => charges.map(({ count }) => ({ admitted: count, used: [count] }))

/** A store that fails as often as requested, and then reports what it was told to have counted. */
const start = () => {
  const calls: (readonly Refund[])[] = []
  const pauses: PromiseWithResolvers<void>[] = []
  const store = { isDown: false, isFull: false, counted: undefined as readonly number[] | undefined }
  const keeper = reconcileUsage({
    call(charges, refunds): CommitCall {
      calls.push(refunds)
      const decisions =
        store.isDown || store.isFull ? Promise.reject(new Error('down')) : Promise.resolve(admit(charges))
      const find = async () => (store.isDown ? Promise.reject(new Error('down')) : store.counted)
      return { decisions, find }
    },
    pause() {
      const pause = Promise.withResolvers<void>()
      pauses.push(pause)
      return pause.promise
    },
  })
  const passPause = async () => {
    for (const { resolve } of pauses.splice(0)) resolve()
    await setImmediate()
  }
  return { ...keeper, calls, pauses, store, passPause }
}

test('retries the refunds of a failed call automatically, once', async () => {
  const { commit, calls, pauses, store, passPause } = start()
  const refund = { ...WINDOW, count: 2, use: USE }
  store.isDown = true
  await assert.rejects(commit([], [refund]), /down/)
  for (let looks = 0; looks < 3; looks += 1) await passPause()
  assert.equal(calls.length, 1, 'a store that is down is asked for nothing but what it counted')
  store.isDown = false
  await passPause()
  assert.deepEqual(calls, [[refund], [refund]])
  assert.equal(pauses.length, 0)
})

test('refunds the charges of a failed call that was counted, and does not repeat its refunds', async () => {
  const { commit, calls, store, passPause } = start()
  const month = { meter: 'scans', startsAt: 1, limit: 9 }
  const minute = { meter: 'burst', startsAt: 2, limit: 4 }
  const uses = [
    { ...USE, count: 3 },
    { ...USE, site: 'a.example', count: 3 },
    { ...USE, site: 'b.example', count: 3 },
  ]
  store.isDown = true
  const charges = [
    { licenseId: 'l', windows: [month, minute], count: 9, uses },
    { licenseId: 'm', windows: [minute], count: 2 },
    { licenseId: 'n', windows: [minute], count: 2 },
  ]
  await assert.rejects(commit(charges, [{ ...WINDOW, count: 7 }]), /down/)
  Object.assign(store, { isDown: false, counted: [4, 1, 0] })
  await passPause()
  assert.deepEqual(calls[1], [
    { ...WINDOW, count: 3, use: USE },
    { ...WINDOW, count: 1, use: { ...USE, site: 'a.example' } },
    { licenseId: 'l', meter: 'burst', startsAt: 2, count: 4 },
    { licenseId: 'm', meter: 'burst', startsAt: 2, count: 1 },
  ])
})

test('keeps refunds that fail again', async () => {
  const { commit, calls, store, passPause } = start()
  const refund = { ...WINDOW, count: 1 }
  store.isDown = true
  await assert.rejects(commit([], [refund]), /down/)
  store.isDown = false
  // Reads succeed, writes fail.
  store.isFull = true
  await passPause()
  assert.deepEqual(calls, [[refund], [refund]])
  store.isFull = false
  await passPause()
  assert.deepEqual(calls, [[refund], [refund], [refund]])
  await commit([CHARGE], [])
  assert.deepEqual(calls[3], [])
})

test('a failed call without charges and refunds owes nothing, and nothing is checked after close', async () => {
  const { commit, close, calls, pauses, store, passPause } = start()
  store.isDown = true
  await assert.rejects(commit([], []), /down/)
  assert.equal(pauses.length, 0)
  await assert.rejects(commit([CHARGE], []), /down/)
  assert.equal(pauses.length, 1)
  close()
  store.isDown = false
  await passPause()
  assert.deepEqual([calls.length, pauses.length], [2, 0])
})
