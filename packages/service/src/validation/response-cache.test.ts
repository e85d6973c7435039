import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, ERROR_CODES, type ErrorCode, isApiError } from '../errors.ts'
import { plainContent } from '../runtime/content-coding/content.ts'
import { createFailureMemory } from '../scanning/failure-memory.ts'
import { createResponseCache, URL_FAILURE_CODES, URL_FAILURE_SECONDS } from './response-cache.ts'

const FRESH_MS = 300_000

const start = (maxBytes = 1_000, random = 0.5) => {
  const clock = { at: 1_000_000 }
  const now = () => clock.at
  const failures = createFailureMemory({ now, random: () => random, seconds: URL_FAILURE_SECONDS })
  const cache = createResponseCache({ failures, now, elapsed: now, freshMs: FRESH_MS, maxBytes })
  let calls = 0
  const work = (outcome: string | ErrorCode | Error) => async () => {
    calls += 1
    if (outcome instanceof Error) throw outcome
    if ((ERROR_CODES as readonly string[]).includes(outcome)) throw new ApiError(outcome as ErrorCode)
    return plainContent(Buffer.from(outcome))
  }
  return { clock, cache, work, calls: () => calls }
}

test('caches a successful response for five minutes, with its time', async () => {
  const { clock, cache, work, calls } = start()
  assert.equal(cache.peek('a'), undefined)
  assert.equal((await cache.get('a', work('one'))).cache, 'miss')
  clock.at += FRESH_MS - 1
  const entry = await cache.get('a', work('two'))
  assert.deepEqual([entry.cache, entry.content.bytes.toString(), entry.foundAt], ['hit', 'one', 1_000_000])
  assert.deepEqual(cache.peek('a'), entry)
  clock.at += 1
  assert.equal(cache.peek('a'), undefined)
  assert.equal((await cache.get('a', work('two'))).content.bytes.toString(), 'two')
  assert.equal(calls(), 2)
})

test('caches a failure for about thirty seconds if the URL caused it, and otherwise not', async () => {
  for (const code of ERROR_CODES) {
    const isUrlFailure = (URL_FAILURE_CODES as readonly ErrorCode[]).includes(code)
    const { clock, cache, work, calls } = start()
    const fails = (error: unknown) => isApiError(error, code)
    await assert.rejects(cache.get('a', work(code)), fails)
    clock.at += 29_999
    if (isUrlFailure) await assert.rejects(cache.get('a', work('good')), fails)
    else assert.equal((await cache.get('a', work('good'))).content.bytes.toString(), 'good')
    clock.at += 1
    assert.equal((await cache.get('a', work('good'))).content.bytes.toString(), 'good')
    assert.equal(calls(), 2, code)
  }
})

test('the time of a cache failure varies', async () => {
  for (const [random, seconds] of [
    [0, 24],
    [0.999, 36],
  ] as const) {
    const { clock, cache, work } = start(1_000, random)
    await assert.rejects(cache.get('a', work('link_timeout')))
    clock.at += (seconds - 1) * 1000
    await assert.rejects(cache.get('a', work('good')), (error) => isApiError(error, 'link_timeout'))
    clock.at += 1000
    assert.equal((await cache.get('a', work('good'))).cache, 'miss')
  }
})

test('a hundred concurrent callers share one run of the work, and its result', async () => {
  const { cache, work, calls } = start()
  const good = await Promise.all(Array.from({ length: 100 }, () => cache.get('a', work('one'))))
  assert.equal(calls(), 1)
  assert.equal(new Set(good.map(({ content }) => content.bytes)).size, 1)
  const bad = await Promise.allSettled(Array.from({ length: 100 }, () => cache.get('b', work('link_status'))))
  assert.equal(calls(), 2)
  assert.ok(bad.every(({ status }) => status === 'rejected'))
})

test('when the last caller gives up, the work is aborted and nothing is cache', async () => {
  const { cache, work } = start()
  const callers = [new AbortController(), new AbortController()]
  const reasons: unknown[] = []
  const begun = Promise.withResolvers<void>()
  const endless = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      begun.resolve()
      signal.addEventListener('abort', () => {
        reasons.push(signal.reason)
        reject(new ApiError('link_timeout'))
      })
    })
  const waiting = callers.map(({ signal }) => cache.get('a', endless, signal))
  const settled = Promise.allSettled(waiting)
  await begun.promise
  callers[0]?.abort(new Error('gone'))
  assert.deepEqual(reasons, [])
  const last = new Error('gone, too')
  callers[1]?.abort(last)
  assert.deepEqual(reasons, [last])
  await settled
  await cache.idle()
  assert.equal((await cache.get('a', work('one'))).cache, 'miss')
})

test('is limited by bytes: evicts the least recently used, and does not cache a response that is too large', async () => {
  const { cache, work } = start(100)
  await cache.get('a', work('x'.repeat(45)))
  await cache.get('b', work('x'.repeat(45)))
  assert.equal((await cache.get('a', work('again'))).cache, 'hit')
  await cache.get('c', work('x'.repeat(45)))
  assert.deepEqual(
    ['a', 'b', 'c'].map((key) => cache.peek(key)?.cache),
    ['hit', undefined, 'hit'],
  )
  assert.equal((await cache.get('d', work('x'.repeat(200)))).content.bytes.length, 200)
  assert.equal(cache.peek('d'), undefined)
})
