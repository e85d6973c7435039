import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, ERROR_CODES, type ErrorCode, isApiError } from '../errors.ts'
import { plainContent } from '../runtime/content-coding/content.ts'
import { createFailureMemory } from '../scanning/failure-memory.ts'
import { BAD_ANSWER_SECONDS, createResponseCache, TELLING_CODES } from './response-cache.ts'

const FRESH_MS = 300_000

const start = (maxBytes = 1_000, random = 0.5) => {
  const clock = { at: 1_000_000 }
  const now = () => clock.at
  const failures = createFailureMemory({ now, random: () => random, seconds: BAD_ANSWER_SECONDS })
  const answers = createResponseCache({ failures, now, elapsed: now, freshMs: FRESH_MS, maxBytes })
  let calls = 0
  const work = (outcome: string | ErrorCode | Error) => async () => {
    calls += 1
    if (outcome instanceof Error) throw outcome
    if ((ERROR_CODES as readonly string[]).includes(outcome)) throw new ApiError(outcome as ErrorCode)
    return plainContent(Buffer.from(outcome))
  }
  return { clock, answers, work, calls: () => calls }
}

test('a good answer is held for five minutes, and says since when', async () => {
  const { clock, answers, work, calls } = start()
  assert.equal(answers.peek('a'), undefined)
  assert.equal((await answers.get('a', work('one'))).cache, 'miss')
  clock.at += FRESH_MS - 1
  const held = await answers.get('a', work('two'))
  assert.deepEqual([held.cache, held.content.bytes.toString(), held.foundAt], ['hit', 'one', 1_000_000])
  assert.deepEqual(answers.peek('a'), held)
  clock.at += 1
  assert.equal(answers.peek('a'), undefined)
  assert.equal((await answers.get('a', work('two'))).content.bytes.toString(), 'two')
  assert.equal(calls(), 2)
})

test('a bad answer is held for about thirty seconds where it says something about the address, else not at all', async () => {
  for (const code of ERROR_CODES) {
    const isTelling = (TELLING_CODES as readonly ErrorCode[]).includes(code)
    const { clock, answers, work, calls } = start()
    const fails = (error: unknown) => isApiError(error, code)
    await assert.rejects(answers.get('a', work(code)), fails)
    clock.at += 29_999
    if (isTelling) await assert.rejects(answers.get('a', work('good')), fails)
    else assert.equal((await answers.get('a', work('good'))).content.bytes.toString(), 'good')
    clock.at += 1
    assert.equal((await answers.get('a', work('good'))).content.bytes.toString(), 'good')
    assert.equal(calls(), 2, code)
  }
})

test('how long a bad answer is held differs from one to the next', async () => {
  for (const [random, seconds] of [
    [0, 24],
    [0.999, 36],
  ] as const) {
    const { clock, answers, work } = start(1_000, random)
    await assert.rejects(answers.get('a', work('link_timeout')))
    clock.at += (seconds - 1) * 1000
    await assert.rejects(answers.get('a', work('good')), (error) => isApiError(error, 'link_timeout'))
    clock.at += 1000
    assert.equal((await answers.get('a', work('good'))).cache, 'miss')
  }
})

test('a hundred who ask at once share one piece of work, and what comes of it', async () => {
  const { answers, work, calls } = start()
  const good = await Promise.all(Array.from({ length: 100 }, () => answers.get('a', work('one'))))
  assert.equal(calls(), 1)
  assert.equal(new Set(good.map(({ content }) => content.bytes)).size, 1)
  const bad = await Promise.allSettled(Array.from({ length: 100 }, () => answers.get('b', work('link_status'))))
  assert.equal(calls(), 2)
  assert.ok(bad.every(({ status }) => status === 'rejected'))
})

test('when the last one who waits has gone, the work is called off and nothing is held', async () => {
  const { answers, work } = start()
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
  const waiting = callers.map(({ signal }) => answers.get('a', endless, signal))
  const settled = Promise.allSettled(waiting)
  await begun.promise
  callers[0]?.abort(new Error('gone'))
  assert.deepEqual(reasons, [])
  const last = new Error('gone, too')
  callers[1]?.abort(last)
  assert.deepEqual(reasons, [last])
  await settled
  await answers.idle()
  assert.equal((await answers.get('a', work('one'))).cache, 'miss')
})

test('what is held is bounded by its bytes: the one unused for longest goes first, and one too large is not held', async () => {
  const { answers, work } = start(100)
  await answers.get('a', work('x'.repeat(45)))
  await answers.get('b', work('x'.repeat(45)))
  assert.equal((await answers.get('a', work('again'))).cache, 'hit')
  await answers.get('c', work('x'.repeat(45)))
  assert.deepEqual(
    ['a', 'b', 'c'].map((key) => answers.peek(key)?.cache),
    ['hit', undefined, 'hit'],
  )
  assert.equal((await answers.get('d', work('x'.repeat(200)))).content.bytes.length, 200)
  assert.equal(answers.peek('d'), undefined)
})
