import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClock, createStubStore, nextIteration } from '@central-api/testing/scanning/fixture.ts'
import { ApiError, type ErrorCode, isApiError } from '../errors.ts'
import { compressContent } from '../runtime/content-coding/content.ts'
import { createFailureMemory } from '../scanning/failure-memory.ts'
import { createResponseCache, URL_FAILURE_SECONDS } from './response-cache.ts'
import { createSharedResponses } from './shared-responses.ts'

const FRESH_MS = 300_000
const LEASE_MS = 12_000
const PAGES_KEPT_MS = 30 * 24 * 3_600_000
const TEXT = 'A response that is long enough to be compressed. '.repeat(50)

/** Several processes on one store. The clock moves only while they wait, by `passingMs`. */
const startFleet = (size: number, passingMs = 0) => {
  const [clock, store] = [createClock(), createStubStore()]
  const storeErrors: unknown[] = []
  let calls = 0
  let response = async (): Promise<string> => TEXT
  const work = async () => {
    calls += 1
    return compressContent(Buffer.from(await response()))
  }
  const processes = Array.from({ length: size }, (_, n) => {
    const shared = createSharedResponses({
      ...{ pages: store, owner: `process-${n}`, leaseMs: LEASE_MS, pagesKeptMs: PAGES_KEPT_MS },
      ...{ now: clock.now, elapsed: clock.now, random: () => 0.5 },
      async wait() {
        clock.advance(passingMs)
        await nextIteration()
      },
      onStoreError: (error) => storeErrors.push(error),
    })
    const failures = createFailureMemory({ now: clock.now, random: () => 0.5, seconds: URL_FAILURE_SECONDS })
    const options = { failures, now: clock.now, elapsed: clock.now, freshMs: FRESH_MS, maxBytes: 100_000 }
    const cache = createResponseCache({ ...options, shared })
    return { shared, cache, get: () => cache.get('link', work) }
  })
  return {
    ...{ clock, store, storeErrors, processes },
    calls: () => calls,
    respondWith(next: () => Promise<string>) {
      response = next
    },
  }
}

const fails = (code: ErrorCode) => (error: unknown) => isApiError(error, code)

test('fifty callers in each of three processes make one call, and get the same bytes', async () => {
  const { processes, calls, respondWith, store } = startFleet(3)
  const { promise: opened, resolve: open } = Promise.withResolvers<string>()
  respondWith(() => opened)
  const gets = processes.flatMap(({ get }) => Array.from({ length: 50 }, get))
  for (let n = 0; n < 5; n += 1) await nextIteration()
  open(TEXT)
  const got = await Promise.all(gets)
  assert.equal(calls(), 1)
  assert.equal(new Set(got.map(({ content }) => `${content.coding} ${content.bytes.toString('hex')}`)).size, 1)
  assert.deepEqual(new Set(got.map(({ content }) => content.plainBytes)), new Set([TEXT.length]))
  // A response in memory needs no read of the store.
  const { finds } = store
  assert.equal((await processes[0]?.get())?.cache, 'hit')
  assert.equal(store.finds, finds)
})

test('other processes cache a response no longer than the one that found it', async () => {
  const { processes, clock, calls } = startFleet(2)
  const [here, there] = processes
  const first = await here?.get()
  await here?.cache.idle()
  clock.advance(FRESH_MS - 1)
  assert.equal((await there?.get())?.foundAt, first?.foundAt)
  assert.equal((await there?.get())?.cache, 'hit')
  clock.advance(1)
  await there?.get()
  assert.equal(calls(), 2)
})

test('waiting processes share a failure that the URL caused', async () => {
  for (const code of ['link_blocked', 'link_status', 'post_not_found'] as const) {
    const { processes, calls, respondWith } = startFleet(3)
    const { promise: opened, reject } = Promise.withResolvers<string>()
    respondWith(() => opened)
    const gets = processes.flatMap(({ get }) => Array.from({ length: 50 }, get))
    const isShared = (error: unknown) => fails(code)(error) && isApiError(error) && !error.retryable
    const all = Promise.all(gets.map((got) => assert.rejects(got, isShared)))
    for (let n = 0; n < 5; n += 1) await nextIteration()
    reject(new ApiError(code, { details: { status: 503 }, retryable: false }))
    await all
    assert.equal(calls(), 1, code)
  }
})

test('does not share other failures: the next process makes its own call', async () => {
  const { processes, calls, respondWith } = startFleet(2)
  respondWith(async () => {
    throw new ApiError('unavailable')
  })
  await Promise.all(processes.map(({ get }) => assert.rejects(get(), fails('unavailable'))))
  assert.equal(calls(), 2)
})

test('a process that died with a lease delays the others no longer than the lease lasts', async () => {
  const { processes, calls, respondWith, clock } = startFleet(2, 60)
  const [dying, other] = processes
  respondWith(() => new Promise(() => {}))
  void dying?.get()
  for (let n = 0; n < 5; n += 1) await nextIteration()
  respondWith(async () => TEXT)
  const from = clock.now()
  await other?.get()
  assert.equal(calls(), 2)
  const waitedMs = clock.now() - from
  assert.ok(waitedMs >= LEASE_MS && waitedMs < LEASE_MS + 120, String(waitedMs))
})

test('each process fetches for itself when the store does not respond', async () => {
  const { processes, calls, store, storeErrors } = startFleet(2)
  store.failing = true
  for (const { get } of processes) assert.equal((await get()).cache, 'miss')
  assert.equal(calls(), 2)
  assert.ok(storeErrors.length >= 2)
})

test('a stored response is the first that the sweeper deletes, and its lease is released', async () => {
  const { processes, store, clock } = startFleet(1)
  await processes[0]?.get()
  await processes[0]?.cache.idle()
  assert.deepEqual(
    [...store.stored.values()].map(({ fetchedAt }) => fetchedAt),
    [clock.now() - PAGES_KEPT_MS],
  )
  const [key] = store.stored.keys()
  const lease = { owner: 'another', now: clock.now(), until: clock.now() + LEASE_MS }
  assert.equal(await store.claim(Buffer.from(String(key), 'hex'), lease), true)
})
