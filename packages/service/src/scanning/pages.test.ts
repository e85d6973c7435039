import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, type ErrorCode, isApiError } from '../errors.ts'
import { createRegistry } from '../platforms/registry.ts'
import { createAskPlatform } from './ask-platform.ts'
import {
  createClock,
  createStubStore,
  DAY_MS,
  DEADLINE_MS,
  FAILURES,
  FRESH_MS,
  HELD_MS,
  hang,
  jsonAnswer,
  MINUTE_MS,
  STALE_MS,
  START,
  startEngine,
  statusAnswer,
  stub,
  textOf,
} from './fixture.ts'

const gone = new Error('The client hung up')
const answering = (text: string, next?: string) => () => jsonAnswer({ text, next })
const rejectsWith = (attempt: Promise<unknown>, code: ErrorCode) =>
  assert.rejects(attempt, (error) => isApiError(error, code))
/** Lets everything that waits for no timer happen. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

/** An engine that holds a page of `first`, fetched at START, and what was called for it taken off the count. */
const startWithPage = async () => {
  const engine = startEngine()
  await engine.pages.get(engine.scanOf())
  await engine.pages.idle()
  engine.egress.requests.length = 0
  return engine
}

test('1,000 callers of one page make one call, and get the same bytes', async () => {
  const { pages, scanOf, calls, outcomes } = startEngine()
  const all = await Promise.all(Array.from({ length: 1_000 }, () => pages.get(scanOf())))
  assert.equal(calls(), 1)
  assert.deepEqual(outcomes, ['ok'])
  assert.equal(new Set(all.map(({ page }) => page.bytes)).size, 1)
  assert.ok(all.every(({ cache }) => cache === 'miss'))
})

test('1,000 callers of a page in the store ask the store once', async () => {
  const { clock, store } = await startWithPage()
  const { finds } = store
  const { pages, scanOf, calls } = startEngine({ clock, store })
  const all = await Promise.all(Array.from({ length: 1_000 }, () => pages.get(scanOf())))
  assert.ok(all.every(({ cache }) => cache === 'hit'))
  assert.deepEqual([store.finds - finds, calls()], [1, 0])
})

test('who waits together shares the error, and whoever comes within its memory too', async () => {
  const { clock, egress, pages, scanOf, calls } = startEngine()
  egress.answer = () => statusAnswer(500)
  const all = await Promise.allSettled(Array.from({ length: 1_000 }, () => pages.get(scanOf())))
  assert.ok(all.every((outcome) => outcome.status === 'rejected' && isApiError(outcome.reason, 'platform_error')))
  clock.advance(15_000 - 1)
  for (let n = 0; n < 100; n += 1) await rejectsWith(pages.get(scanOf()), 'platform_error')
  assert.equal(calls(), 1)
  clock.advance(1)
  await rejectsWith(pages.get(scanOf()), 'platform_error')
  assert.equal(calls(), 2)
})

test('pages, profiles and variants do not wait for one another or share failures', async () => {
  const { egress, pages, scanOf, calls } = startEngine()
  egress.answer = ({ url }) => (url.endsWith('/bad') ? statusAnswer(500) : jsonAnswer({ text: url }))
  await rejectsWith(pages.get(scanOf('bad')), 'platform_error')
  const scans = [scanOf('a'), scanOf('b'), scanOf('a', 'p'), scanOf('a', undefined, 'media')]
  const got = await Promise.all(scans.map((scan) => pages.get(scan)))
  assert.equal(calls(), 5)
  assert.equal(textOf(got[2] ?? assert.fail()), 'https://api.stub.example/a?after=p')
})

test('the last client that hangs up calls the platform off, an earlier one does not', async () => {
  const { egress, pages, scanOf, outcomes } = startEngine()
  egress.answer = hang
  const clients = Array.from({ length: 10 }, () => new AbortController())
  const waits = clients.map(({ signal }) => pages.get(scanOf(), { signal }).catch((error) => error))
  await settle()
  const [request = assert.fail()] = egress.requests
  for (const client of clients.slice(1)) client.abort(gone)
  await settle()
  assert.equal(request.signal?.aborted, false)
  clients[0]?.abort(gone)
  assert.equal(request.signal?.aborted, true)
  assert.deepEqual(await Promise.all(waits), Array(10).fill(gone))
  await settle()
  assert.deepEqual([egress.requests.length, outcomes], [1, []])
})

test('a call that was called off is no failure: who comes then starts anew, at once', async () => {
  const { egress, pages, scanOf, calls } = startEngine()
  egress.answer = hang
  const client = new AbortController()
  const left = pages.get(scanOf(), { signal: client.signal })
  await settle()
  client.abort(gone)
  egress.answer = answering('second')
  const got = pages.get(scanOf())
  await assert.rejects(left, gone)
  assert.equal(textOf(await got), 'second')
  assert.equal(calls(), 2)
})

test('a client that has hung up before it asks makes no call', async () => {
  const { pages, scanOf, calls } = startEngine()
  await assert.rejects(pages.get(scanOf(), { signal: AbortSignal.abort(gone) }), gone)
  assert.equal(calls(), 0)
})

test('what one client loads for all pages of a profile outlives its hanging up', async () => {
  const platform = {
    ...stub,
    page: async (request: Parameters<typeof stub.page>[0]) => {
      await request.memo('account', () => request.http.get('https://api.stub.example/account'))
      return stub.page(request)
    },
  }
  const { egress, pages, scanOf, faults } = startEngine({ platform })
  egress.answer = hang
  const client = new AbortController()
  const left = pages.get(scanOf('name', 'p'), { signal: client.signal })
  await settle()
  const stayed = pages.get(scanOf())
  await settle()
  egress.answer = answering('here')
  client.abort(gone)
  await assert.rejects(left, gone)
  assert.equal(textOf(await stayed), 'here')
  assert.deepEqual(faults, [])
})

test('for 5 minutes a page is served without a call', async () => {
  const { clock, pages, scanOf, calls } = await startWithPage()
  clock.advance(FRESH_MS - 1)
  const got = await pages.get(scanOf())
  assert.deepEqual([got.cache, got.page.fetchedAt, calls()], ['hit', START, 0])
  assert.equal(pages.peek(scanOf())?.page, got.page)
})

test('for 10 minutes more it is served at once, and one call fetches it anew behind', async () => {
  for (const age of [FRESH_MS, FRESH_MS + STALE_MS - 1]) {
    const { clock, egress, pages, scanOf, calls } = await startWithPage()
    clock.advance(age)
    egress.answer = answering('second')
    const all = await Promise.all(Array.from({ length: 1_000 }, () => pages.get(scanOf())))
    assert.ok(all.every((got) => got.cache === 'stale' && got.page.fetchedAt === START && textOf(got) === 'first'))
    await pages.idle()
    assert.equal(calls(), 1)
    const got = await pages.get(scanOf())
    assert.deepEqual([got.cache, textOf(got), got.page.fetchedAt, calls()], ['hit', 'second', START + age, 1])
  }
})

test('a fetch behind an answer is nobody’s to call off', async () => {
  const { clock, egress, pages, scanOf } = await startWithPage()
  clock.advance(FRESH_MS + STALE_MS - 1)
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof jsonAnswer>>()
  egress.answer = () => promise
  pages.peek(scanOf())
  clock.advance(1)
  const client = new AbortController()
  const joined = pages.get(scanOf(), { signal: client.signal })
  await settle()
  client.abort(gone)
  await assert.rejects(joined, gone)
  assert.equal(egress.requests[0]?.signal?.aborted, false)
  resolve(jsonAnswer({ text: 'second' }))
  await pages.idle()
  assert.equal(textOf(pages.peek(scanOf()) ?? assert.fail()), 'second')
})

test('who joins a fetch behind an answer that fails gets the page that is held', async () => {
  const { clock, egress, pages, scanOf, calls } = await startWithPage()
  clock.advance(FRESH_MS + STALE_MS - 1)
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof jsonAnswer>>()
  egress.answer = () => promise
  pages.peek(scanOf())
  clock.advance(1)
  const joined = pages.get(scanOf())
  resolve(statusAnswer(500))
  const got = await joined
  assert.deepEqual([got.cache, textOf(got), calls()], ['stale', 'first', 1])
})

test('an older page is fetched before the answer', async () => {
  const { clock, egress, pages, scanOf, calls } = await startWithPage()
  clock.advance(FRESH_MS + STALE_MS)
  egress.answer = answering('second')
  assert.equal(pages.peek(scanOf()), undefined)
  const got = await pages.get(scanOf())
  assert.deepEqual([got.cache, textOf(got), calls()], ['miss', 'second', 1])
})

for (const [failure, answer] of Object.entries(FAILURES)) {
  test(`${failure} leaves the page that is held, stale and with its true time, for 30 days`, async () => {
    const { clock, store, egress, pages, scanOf } = await startWithPage()
    egress.answer = answer
    for (const age of [FRESH_MS, FRESH_MS + STALE_MS, DAY_MS, HELD_MS - 10_000]) {
      clock.advance(START + age - clock.now())
      const got = await pages.get(scanOf())
      assert.deepEqual([got.cache, textOf(got), got.page.fetchedAt], ['stale', 'first', START])
      await pages.idle()
    }
    assert.deepEqual([store.puts, [...store.held.values()][0]?.fetchedAt], [1, START])

    const restarted = startEngine({ clock, store })
    restarted.egress.answer = answer
    const got = await restarted.pages.get(scanOf())
    assert.deepEqual([got.cache, textOf(got), got.page.fetchedAt], ['stale', 'first', START])

    clock.advance(MINUTE_MS)
    await assert.rejects(pages.get(scanOf()), (error) => isApiError(error))
    await assert.rejects(restarted.pages.get(scanOf()), (error) => isApiError(error))
  })
}

test('while it fails a platform is asked once in its time, and the held page served meanwhile', async () => {
  const { clock, egress, pages, scanOf, calls } = await startWithPage()
  egress.answer = () => statusAnswer(500)
  clock.advance(DAY_MS)
  for (let second = 0; second < 60; second += 1) {
    const got = await pages.get(scanOf())
    assert.equal(got.cache, 'stale')
    clock.advance(1_000)
  }
  assert.equal(calls(), 4)
})

test('a failed fetch behind an answer is not repeated at once either', async () => {
  const { clock, egress, pages, scanOf, calls } = await startWithPage()
  egress.answer = () => statusAnswer(500)
  clock.advance(FRESH_MS)
  for (let n = 0; n < 100; n += 1) {
    assert.equal((await pages.get(scanOf())).cache, 'stale')
    await pages.idle()
  }
  assert.equal(calls(), 1)
})

test('an open breaker leaves the held page in place, and makes no call', async () => {
  const { clock, egress, pages, scanOf, calls } = await startWithPage()
  egress.answer = () => statusAnswer(500)
  clock.advance(DAY_MS)
  for (let n = 0; n < 20; n += 1) await rejectsWith(pages.get(scanOf(`other${n}`)), 'platform_error')
  const before = calls()
  const got = await pages.get(scanOf())
  assert.deepEqual([got.cache, textOf(got), calls() - before], ['stale', 'first', 0])
})

test('a profile that is gone or private is answered as such, and the page is still held', async () => {
  const platform = {
    ...stub,
    page: async (request: Parameters<typeof stub.page>[0]) => {
      const { status } = await request.http.get('https://api.stub.example/')
      if (status === 403) throw new ApiError('profile_private')
      return stub.page(request)
    },
  }
  for (const [status, code] of [
    [404, 'profile_not_found'],
    [403, 'profile_private'],
  ] as const) {
    const { clock, store, egress, pages, scanOf, calls } = startEngine({ platform })
    await pages.get(scanOf())
    egress.answer = () => statusAnswer(status)
    clock.advance(DAY_MS)
    await rejectsWith(pages.get(scanOf()), code)
    await pages.idle()
    assert.equal(store.puts, 1)
    const before = calls()
    clock.advance(47_000)
    await rejectsWith(pages.get(scanOf()), code)
    assert.equal(calls(), before)
    clock.advance(13_000)
    egress.answer = () => statusAnswer(500)
    const got = await pages.get(scanOf())
    assert.deepEqual([got.cache, textOf(got)], ['stale', 'first'])
  }
})

test('a success ends the memory of a failure', async () => {
  const { clock, egress, pages, scanOf } = await startWithPage()
  egress.answer = () => statusAnswer(500)
  clock.advance(FRESH_MS)
  pages.peek(scanOf())
  await pages.idle()
  clock.advance(15_000)
  egress.answer = answering('second')
  pages.peek(scanOf())
  await pages.idle()
  clock.advance(FRESH_MS)
  egress.answer = answering('third')
  assert.equal((await pages.get(scanOf())).cache, 'stale')
  await pages.idle()
  assert.equal(textOf(await pages.get(scanOf())), 'third')
})

test('after a restart a fresh page comes out of the store without a call', async () => {
  const { clock, store } = await startWithPage()
  clock.advance(FRESH_MS - 1)
  const { pages, scanOf, calls } = startEngine({ clock, store })
  const got = await pages.get(scanOf())
  assert.deepEqual([got.cache, textOf(got), got.page.fetchedAt, calls()], ['hit', 'first', START, 0])
})

test('after a restart a stale page is served at once as well, and one call fetches it anew behind', async () => {
  const { clock, store } = await startWithPage()
  clock.advance(FRESH_MS)
  const { egress, pages, scanOf, calls } = startEngine({ clock, store })
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof jsonAnswer>>()
  egress.answer = () => promise
  const all = await Promise.all(
    Array.from({ length: 1_000 }, (_, n) =>
      pages.get(scanOf(), n % 2 === 0 ? {} : { signal: new AbortController().signal }),
    ),
  )
  assert.ok(all.every((got) => got.cache === 'stale' && textOf(got) === 'first'))
  resolve(jsonAnswer({ text: 'second' }))
  await pages.idle()
  assert.equal(calls(), 1)
  const got = await pages.get(scanOf())
  assert.deepEqual([got.cache, textOf(got), calls()], ['hit', 'second', 1])
})

test('a store that is away costs calls and nothing else', async () => {
  const { clock, store, egress, pages, scanOf, calls, storeErrors } = startEngine()
  store.failing = true
  assert.equal((await pages.get(scanOf())).cache, 'miss')
  assert.equal((await pages.get(scanOf())).cache, 'hit')
  clock.advance(DAY_MS)
  egress.answer = () => statusAnswer(500)
  assert.equal((await pages.get(scanOf())).cache, 'stale')
  await pages.idle()
  assert.equal(calls(), 2)
  assert.equal(storeErrors.length, 2)
  const restarted = startEngine({ clock, store })
  restarted.egress.answer = () => statusAnswer(500)
  await rejectsWith(restarted.pages.get(scanOf()), 'platform_error')
})

test('the cursor of a page that stands in for weeks opens', async () => {
  const { clock, cursors, egress, pages, scanOf } = startEngine()
  egress.answer = answering('first', 'behind 1')
  await pages.get(scanOf())
  egress.answer = () => statusAnswer(500)
  for (let day = 1; day < 30; day += 1) {
    clock.advance(DAY_MS)
    const { page } = await pages.get(scanOf())
    const { nextCursor } = JSON.parse(page.bytes.toString()).data
    assert.equal(cursors.open({ platform: 'stub', handle: 'name', variant: 'posts' }, nextCursor), 'behind 1')
  }
})

test('a platform that waits for something else than its network is timed out all the same', async () => {
  const platform = { ...stub, page: () => new Promise<never>(() => {}) }
  const { timers, pages, scanOf } = startEngine({ platform })
  const got = pages.get(scanOf())
  await settle()
  assert.equal(timers.pending(), 1)
  timers.advance(DEADLINE_MS - 1)
  timers.advance(1)
  await rejectsWith(got, 'platform_timeout')
  assert.equal(timers.pending(), 0)
})

test('a platform whose page fails after its time is up disturbs nobody', async () => {
  const { promise, reject } = Promise.withResolvers<never>()
  const { timers, pages, scanOf, faults } = startEngine({ platform: { ...stub, page: () => promise } })
  const got = pages.get(scanOf())
  await settle()
  timers.advance(DEADLINE_MS)
  await rejectsWith(got, 'platform_timeout')
  reject(new Error('late'))
  await settle()
  assert.deepEqual(faults, [])
})

test('no timer is left behind an answer or an error', async () => {
  const { egress, timers, pages, scanOf } = startEngine()
  await pages.get(scanOf('a'))
  egress.answer = () => statusAnswer(500)
  await rejectsWith(pages.get(scanOf('b')), 'platform_error')
  assert.equal(timers.pending(), 0)
})

test('a fault of a platform’s code is an internal error to the client and told to the operator once', async () => {
  for (const page of [
    () => {
      throw new TypeError('at once')
    },
    async () => {
      throw new TypeError('later')
    },
  ]) {
    const { pages, scanOf, faults } = startEngine({ platform: { ...stub, page } })
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => pages.get(scanOf())))
    assert.ok(all.every((outcome) => outcome.status === 'rejected' && isApiError(outcome.reason, 'internal_error')))
    assert.equal(faults.length, 1)
    assert.ok(faults[0] instanceof TypeError)
  }
})

test('a position that no cursor can hold is a fault, and holds up no later page', async () => {
  const { egress, pages, scanOf, faults } = startEngine()
  egress.answer = answering('first', 'x'.repeat(3_001))
  await rejectsWith(pages.get(scanOf()), 'internal_error')
  assert.equal(faults.length, 1)
})

test('a platform that is not set up is asked nothing', async () => {
  const platform = { ...stub, missing: () => 'STUB_TOKEN', page: () => assert.fail('asked') }
  const { pages, scanOf, faults } = startEngine({ platform })
  await rejectsWith(pages.get(scanOf()), 'platform_not_configured')
  assert.deepEqual(faults, [])
})

test('a platform is handed its settings, a clock, the position and the number of posts', async () => {
  const clock = createClock()
  const seen: unknown[] = []
  const platform = {
    ...stub,
    page: async ({ settings, handle, variant, after, limit, now }: Parameters<typeof stub.page>[0]) => {
      seen.push({ settings, handle, variant, after, limit, now: now() })
      throw new ApiError('profile_not_found')
    },
  }
  const ask = createAskPlatform({
    registry: createRegistry([platform], {}),
    upstream: () => ({ get: () => assert.fail('asked') }),
    now: clock.now,
    freshMs: FRESH_MS,
    deadlineMs: DEADLINE_MS,
    pageSize: 20,
  })
  const { scanOf } = startEngine({ clock, store: createStubStore(), platform })
  await rejectsWith(ask(scanOf('name', 'p', 'media'), new AbortController().signal), 'profile_not_found')
  assert.deepEqual(seen, [{ settings: {}, handle: 'name', variant: 'media', after: 'p', limit: 20, now: START }])
})

test('waiting ends with the deadline, as a time-out', async () => {
  const platform = {
    ...stub,
    page: async ({ wait }: Parameters<typeof stub.page>[0]) => {
      await wait(DEADLINE_MS - 1)
      await wait(2)
      return assert.fail('waited on')
    },
  }
  const { clock, pages, scanOf } = startEngine({ platform })
  await rejectsWith(pages.get(scanOf()), 'platform_timeout')
  assert.equal(clock.now(), START + DEADLINE_MS)
})
