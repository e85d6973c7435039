import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RequestRecord, Store, TrafficRecord } from '../storage/store.ts'
import { StoreError } from '../storage/store-error.ts'
import { createRequestLog, type FinishedRequest, type RequestLogOptions } from './request-log.ts'
import type { NewRequest } from './request-queue.ts'

const HOUR_MS = 3_600_000
const START = Date.UTC(2030, 0, 15, 12)

const finished = (values: Partial<FinishedRequest> = {}): FinishedRequest => ({
  ...{ isLicensed: true, status: 200, code: null, platform: 'rss', cache: 'miss', isScan: true, durationMs: 100 },
  ...{ units: 'scans', charged: 1 },
  ...values,
})

const described: NewRequest = {
  ...{ at: START, licenseId: 'lic_1', site: null, endpoint: 'scan-profile', status: 200, code: null },
  ...{ platform: 'rss', handle: 'a', durationUs: 1, cache: 'miss', requestId: 'r' },
}

/** A log over a store that fails as told. */
const start = (changed: Partial<RequestLogOptions> = {}) => {
  const store = { failure: undefined as Error | undefined, calls: 0, gate: Promise.resolve() }
  const rows: RequestRecord[] = []
  const counts: TrafficRecord[] = []
  const answer = async (act: () => void) => {
    store.calls += 1
    await store.gate
    if (store.failure) throw store.failure
    act()
  }
  const requests: Store['requests'] = {
    add: (added) => answer(() => rows.push(...added)),
    list: async () => ({ requests: [], next: null }),
    findCut: async () => undefined,
    sweep: async () => undefined,
  }
  const traffic: Store['traffic'] = {
    add: (added) => answer(() => counts.push(...added)),
    read: async () => [],
    sweep: async () => 0,
  }
  const outcomes = { written: 0, dropped: 0 }
  const errors: unknown[] = []
  const faults: unknown[] = []
  const log = createRequestLog({
    ...{ store: { requests, traffic }, now: () => START, replica: 'one', idPrefix: 'abc' },
    ...{ keptMs: 24 * HOUR_MS, maxRows: 1_000 },
    onRows: (outcome, count) => {
      outcomes[outcome] += count
    },
    onStoreError: (error) => errors.push(error),
    onFault: (error) => faults.push(error),
    ...changed,
  })
  const finish = (times = 1, values: Partial<FinishedRequest> = {}) => {
    for (let n = 0; n < times; n += 1) log.finish(finished(values), () => described)
  }
  const counted = (measure: string) =>
    counts
      .filter((each) => each.measure === measure && each.stepMs === 60_000)
      .reduce((sum, { count }) => sum + count, 0)
  return { log, store, rows, outcomes, errors, faults, finish, counted }
}

const UNAVAILABLE = new StoreError('unavailable', new Error('down'))

test('requests wait in memory and are written together; nothing is written when nothing waits', async () => {
  const { log, store, rows, outcomes, finish } = start()
  finish(3)
  assert.equal(store.calls, 0)
  await log.flush()
  assert.deepEqual([store.calls, rows.length, outcomes], [1, 3, { written: 3, dropped: 0 }])
  await log.flush()
  assert.equal(store.calls, 1)
})

test('what waits is written at the end, with the counts', async () => {
  const { log, rows, finish, counted } = start()
  finish(3)
  await log.stop()
  assert.deepEqual([rows.length, counted('ok:miss'), counted('scans')], [3, 3, 3])
})

test('while the store is unavailable, requests wait up to a bound, the rest is counted as dropped, and one error is reported', async () => {
  const limits = { licensed: 10, cached: 10, unlicensed: 1 }
  const { log, store, rows, outcomes, errors, finish, counted } = start({ limits })
  store.failure = UNAVAILABLE
  for (let n = 0; n < 20; n += 1) {
    finish(2)
    await log.flush()
  }
  assert.equal(errors.length, 1)
  store.failure = undefined
  await log.stop()
  assert.equal(rows.length, 10)
  assert.equal(outcomes.dropped, 30)
  // No count is lost.
  assert.equal(counted('ok:miss'), 40)
  store.failure = UNAVAILABLE
  finish()
  await log.flush()
  assert.equal(errors.length, 2)
})

test('a batch that the store rejects is dropped, and does not hold up the next one', async () => {
  const { log, store, rows, outcomes, finish } = start()
  store.failure = new StoreError('rejected', new Error('a value'))
  finish(2)
  await log.flush()
  store.failure = undefined
  finish(1)
  await log.flush()
  assert.deepEqual([rows.length, outcomes], [1, { written: 1, dropped: 2 }])
})

test('a store that hangs is called once, no request waits for it, and what was finished meanwhile is written next', async () => {
  const { log, store, rows, finish } = start()
  const opened = Promise.withResolvers<void>()
  store.gate = opened.promise
  finish(1)
  const flushes = [log.flush()]
  for (let n = 0; n < 10; n += 1) {
    finish(1)
    flushes.push(log.flush())
  }
  assert.equal(store.calls, 1)
  opened.resolve()
  await Promise.all(flushes)
  assert.deepEqual([store.calls, rows.length], [2, 11])
  await log.stop()
})

test('a fault in the description of a request is reported and affects nothing else', async () => {
  const { log, rows, faults, finish } = start()
  log.finish(finished(), () => {
    throw new TypeError('a bug')
  })
  finish(1)
  await log.stop()
  assert.deepEqual([rows.length, faults.length], [1, 1])
})

test('requests are counted although the log is off, and none is described', async () => {
  const { log, rows, counted } = start({ keptMs: 0 })
  log.finish(finished(), () => assert.fail('described'))
  await log.stop()
  assert.deepEqual([rows.length, counted('ok:miss')], [0, 1])
})

test('every outcome has its own count: an aborted request is no error, an error no success and no charge', async () => {
  const { log, finish, counted } = start()
  finish(1, { cache: 'hit' })
  finish(1, { cache: null, units: undefined, charged: 0 })
  finish(1, { status: null, cache: null })
  finish(1, { status: 429, code: 'quota_exceeded', cache: null })
  finish(1, { units: 'validations', isScan: false, charged: 1, cache: 'stale' })
  finish(1, { charged: 20, cache: 'miss', durationMs: 100 })
  await log.stop()
  const measures = ['ok:hit', 'ok', 'aborted', 'error:quota_exceeded', 'ok:stale', 'ok:miss', 'scans', 'validations']
  assert.deepEqual(measures.map(counted), [1, 1, 1, 1, 1, 1, 21, 1])
  assert.equal(counted('cold:25'), 1)
})
