// Compares the engine with a small model of it: for any sequence of events, both return the same.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createClock,
  createStubStore,
  DAY_MS,
  FRESH_MS,
  jsonResponse,
  MAX_STALE_MS,
  MINUTE_MS,
  STALE_MS,
  startEngine,
  statusResponse,
  textOf,
} from '@central-api/testing/scanning/fixture.ts'
import fc from 'fast-check'
import { type ErrorCode, isApiError } from '../errors.ts'

/** How long each status of a failing platform is remembered, without jitter. */
const FAILING = {
  500: { code: 'platform_error', forMs: 15_000 },
  401: { code: 'platform_error', forMs: 15_000 },
  429: { code: 'platform_rate_limited', forMs: 30_000 },
} as const satisfies Record<number, { code: ErrorCode; forMs: number }>
type Mood = 'well' | keyof typeof FAILING

type Step =
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'publish' }
  | { readonly do: 'change'; readonly mood: Mood }
  | { readonly do: 'get'; readonly callers: number }
  | { readonly do: 'restart' }

const steps = fc.oneof(
  fc.record({
    do: fc.constant('pass' as const),
    ms: fc.oneof(
      fc.constantFrom(
        1,
        14_999,
        15_000,
        29_999,
        FRESH_MS - 1,
        FRESH_MS,
        STALE_MS,
        DAY_MS,
        MAX_STALE_MS - FRESH_MS,
        MAX_STALE_MS,
      ),
      fc.integer({ min: 0, max: 20 * MINUTE_MS }),
    ),
  }),
  fc.record({ do: fc.constant('publish' as const) }),
  fc.record({ do: fc.constant('change' as const), mood: fc.constantFrom<Mood>('well', 500, 401, 429) }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant('get' as const), callers: fc.integer({ min: 1, max: 4 }) }) },
  fc.record({ do: fc.constant('restart' as const) }),
)

type Response =
  | { readonly cache: string; readonly text: string; readonly fetchedAt: number }
  | { readonly code: ErrorCode }

/** What should happen. */
const createModel = (now: () => number) => {
  const model = {
    calls: 0,
    content: 0,
    mood: 'well' as Mood,
    failure: { code: 'platform_error' as ErrorCode, until: 0 },
  }
  let cached: { text: string; fetchedAt: number } | undefined

  const fetch = (): boolean => {
    if (now() < model.failure.until) return false
    model.calls += 1
    if (model.mood !== 'well') {
      const { code, forMs } = FAILING[model.mood]
      model.failure = { code, until: now() + forMs }
      return false
    }
    cached = { text: String(model.content), fetchedAt: now() }
    model.failure.until = 0
    return true
  }

  const get = (): Response => {
    const before = cached
    const age = before ? now() - before.fetchedAt : Number.POSITIVE_INFINITY
    if (before && age < FRESH_MS) return { cache: 'hit', ...before }
    const isFetched = fetch()
    if (before && age < FRESH_MS + STALE_MS) return { cache: 'stale', ...before }
    if (isFetched && cached) return { cache: 'miss', ...cached }
    return before && age < MAX_STALE_MS ? { cache: 'stale', ...before } : { code: model.failure.code }
  }
  return { model, get }
}

const run = async (sequence: readonly Step[]) => {
  const clock = createClock()
  const store = createStubStore()
  const { model, get } = createModel(clock.now)
  let calls = 0
  const fetched = new Set<string>()
  const start = () => {
    const engine = startEngine({ clock, store })
    engine.egress.response = () => {
      calls += 1
      if (model.mood !== 'well') return statusResponse(model.mood)
      fetched.add(String(model.content))
      return jsonResponse({ text: String(model.content) })
    }
    return engine
  }
  let engine = start()

  const send = async (): Promise<Response> => {
    try {
      const got = await engine.pages.get(engine.scanOf())
      return { cache: got.cache, text: textOf(got) ?? '', fetchedAt: got.page.fetchedAt }
    } catch (error) {
      if (!isApiError(error)) throw error
      return { code: error.code }
    }
  }

  let lastFetchedAt = 0
  for (const step of sequence) {
    if (step.do === 'pass') clock.advance(step.ms)
    if (step.do === 'publish') model.content += 1
    if (step.do === 'change') model.mood = step.mood
    if (step.do === 'restart') {
      engine = start()
      model.failure.until = 0
    }
    if (step.do !== 'get') continue

    const expected = get()
    const responses = await Promise.all(Array.from({ length: step.callers }, send))
    await engine.pages.idle()
    for (const response of responses) {
      assert.deepEqual(response, expected)
      if ('code' in response) {
        assert.ok(clock.now() - lastFetchedAt >= MAX_STALE_MS, 'a request fails only when no page is cached any more')
        continue
      }
      assert.ok(fetched.has(response.text), 'what is served was fetched')
      assert.ok(response.cache !== 'hit' || clock.now() - response.fetchedAt < FRESH_MS, 'a hit is fresh')
      lastFetchedAt = Math.max(lastFetchedAt, response.fetchedAt)
    }
    assert.equal(calls, model.calls)
  }
}

test('for any sequence of events, responses and calls match the model', async () => {
  await fc.assert(fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 40 }), run), { numRuns: 1_000 })
})
