import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClock, createStubStore, nextIteration } from '@central-api/testing/scanning/fixture.ts'
import { ApiError, type ErrorCode, isApiError } from '../errors.ts'
import { compressContent } from '../runtime/content-coding/content.ts'
import { createFailureMemory } from '../scanning/failure-memory.ts'
import { BAD_ANSWER_SECONDS, createResponseCache } from './response-cache.ts'
import { createSharedResponses } from './shared-responses.ts'

const FRESH_MS = 300_000
const TURN_MS = 12_000
const PAGES_HELD_MS = 30 * 24 * 3_600_000
const TEXT = 'An answer that is long enough to be compressed. '.repeat(50)

/** Several processes on one store. Time passes only while they wait, where that is said. */
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
      ...{ pages: store, owner: `process-${n}`, leaseMs: TURN_MS, pagesHeldMs: PAGES_HELD_MS },
      ...{ now: clock.now, elapsed: clock.now, random: () => 0.5 },
      async wait() {
        clock.advance(passingMs)
        await nextIteration()
      },
      onStoreError: (error) => storeErrors.push(error),
    })
    const failures = createFailureMemory({ now: clock.now, random: () => 0.5, seconds: BAD_ANSWER_SECONDS })
    const held = { failures, now: clock.now, elapsed: clock.now, freshMs: FRESH_MS, maxBytes: 100_000 }
    const answers = createResponseCache({ ...held, shared })
    return { shared, answers, get: () => answers.get('link', work) }
  })
  return {
    ...{ clock, store, storeErrors, processes },
    calls: () => calls,
    answers(next: () => Promise<string>) {
      response = next
    },
  }
}

const fails = (code: ErrorCode) => (error: unknown) => isApiError(error, code)

test('fifty on each of three processes make one call in all, and get the same bytes', async () => {
  const { processes, calls, answers, store } = startFleet(3)
  const { promise: opened, resolve: open } = Promise.withResolvers<string>()
  answers(() => opened)
  const gets = processes.flatMap(({ get }) => Array.from({ length: 50 }, get))
  for (let turn = 0; turn < 5; turn += 1) await nextIteration()
  open(TEXT)
  const got = await Promise.all(gets)
  assert.equal(calls(), 1)
  assert.equal(new Set(got.map(({ content }) => `${content.coding} ${content.bytes.toString('hex')}`)).size, 1)
  assert.deepEqual(new Set(got.map(({ content }) => content.plainBytes)), new Set([TEXT.length]))
  // What is held in memory is asked of no store.
  const { finds } = store
  assert.equal((await processes[0]?.get())?.cache, 'hit')
  assert.equal(store.finds, finds)
})

test('what one found is held by the others no longer than by itself', async () => {
  const { processes, clock, calls } = startFleet(2)
  const [here, there] = processes
  const first = await here?.get()
  await here?.answers.idle()
  clock.advance(FRESH_MS - 1)
  assert.equal((await there?.get())?.foundAt, first?.foundAt)
  assert.equal((await there?.get())?.cache, 'hit')
  clock.advance(1)
  await there?.get()
  assert.equal(calls(), 2)
})

test('a failure that says something of the address is shared by all who wait for it', async () => {
  for (const code of ['link_blocked', 'link_status', 'post_not_found'] as const) {
    const { processes, calls, answers } = startFleet(3)
    const { promise: opened, reject } = Promise.withResolvers<string>()
    answers(() => opened)
    const gets = processes.flatMap(({ get }) => Array.from({ length: 50 }, get))
    const isTold = (error: unknown) => fails(code)(error) && isApiError(error) && !error.retryable
    const all = Promise.all(gets.map((got) => assert.rejects(got, isTold)))
    for (let turn = 0; turn < 5; turn += 1) await nextIteration()
    reject(new ApiError(code, { details: { status: 503 }, retryable: false }))
    await all
    assert.equal(calls(), 1, code)
  }
})

test('one that says nothing of it is not: the next process asks for itself', async () => {
  const { processes, calls, answers } = startFleet(2)
  answers(async () => {
    throw new ApiError('unavailable')
  })
  await Promise.all(processes.map(({ get }) => assert.rejects(get(), fails('unavailable'))))
  assert.equal(calls(), 2)
})

test('a process that died in its turn holds the others for no longer than the turn lasts', async () => {
  const { processes, calls, answers, clock } = startFleet(2, 60)
  const [dying, other] = processes
  answers(() => new Promise(() => {}))
  void dying?.get()
  for (let turn = 0; turn < 5; turn += 1) await nextIteration()
  answers(async () => TEXT)
  const from = clock.now()
  await other?.get()
  assert.equal(calls(), 2)
  const waitedMs = clock.now() - from
  assert.ok(waitedMs >= TURN_MS && waitedMs < TURN_MS + 120, String(waitedMs))
})

test('a store that does not answer leaves each process to itself', async () => {
  const { processes, calls, store, storeErrors } = startFleet(2)
  store.failing = true
  for (const { get } of processes) assert.equal((await get()).cache, 'miss')
  assert.equal(calls(), 2)
  assert.ok(storeErrors.length >= 2)
})

test('what is put there is the first that the sweeper of pages takes, and its turn is given back', async () => {
  const { processes, store, clock } = startFleet(1)
  await processes[0]?.get()
  await processes[0]?.answers.idle()
  assert.deepEqual(
    [...store.stored.values()].map(({ fetchedAt }) => fetchedAt),
    [clock.now() - PAGES_HELD_MS],
  )
  const [key] = store.stored.keys()
  const turn = { owner: 'another', now: clock.now(), until: clock.now() + TURN_MS }
  assert.equal(await store.claim(Buffer.from(String(key), 'hex'), turn), true)
})
