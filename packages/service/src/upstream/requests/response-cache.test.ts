import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { type BodyBudget, createBodyBudget } from '../../egress/body-budget.ts'
import { createDecoders } from '../../egress/decode-body.ts'
import type { CompressedBody } from '../../egress/egress.ts'
import { LIMITS } from '../../egress/limits.ts'
import { copyBytes } from '../../runtime/event-loop/owned-bytes.ts'
import { receiveResponse, sourceOfResponse } from './receive-response.ts'
import { createResponseCache, forgetCached, type Receiver } from './response-cache.ts'

const FRESH_MS = 60_000
const LENGTH = 100_000
const URL_OF_IT = 'https://platform.example/feed'

const receive = (letter: string, headers: Readonly<Record<string, string>> = {}, secrets: readonly string[] = []) =>
  receiveResponse({ status: 200, url: URL_OF_IT, headers, body: copyBytes(Buffer.alloc(LENGTH, letter)) }, secrets)

const create = () => {
  const clock = { at: 0 }
  return { clock, cache: createResponseCache({ now: () => clock.at, freshMs: FRESH_MS }) }
}

const RECEIVER: Receiver = { signal: new AbortController().signal }

const unpackTo = createDecoders(LIMITS)('gzip').unpackTo ?? assert.fail()
/** A compressed body of this content. */
const compress = (body: Buffer): CompressedBody => ({ bytes: gzipSync(body), unpack: unpackTo(body.length) })

describe('cached responses', () => {
  test('are returned while they are fresh, and after a 304, which makes them fresh again', async () => {
    const { clock, cache } = create()
    cache.store('one', receive('a'))
    assert.equal((await cache.fresh('one', RECEIVER))?.text(), 'a'.repeat(LENGTH))
    clock.at = FRESH_MS
    assert.equal(cache.fresh('one', RECEIVER), undefined)
    assert.equal((await cache.revalidated('one', RECEIVER))?.text(), 'a'.repeat(LENGTH))
    assert.equal((await cache.fresh('one', RECEIVER))?.status, 200)
    assert.deepEqual([cache.fresh('other', RECEIVER), cache.revalidated('other', RECEIVER)], [undefined, undefined])
  })

  test('are requested by their validators', () => {
    const { cache } = create()
    cache.store('one', receive('a', { etag: '"1"', 'last-modified': 'Sat, 05 Jan 2030 00:00:00 GMT' }))
    cache.store('two', receive('b'))
    assert.deepEqual(cache.conditions('one'), {
      'if-none-match': '"1"',
      'if-modified-since': 'Sat, 05 Jan 2030 00:00:00 GMT',
    })
    assert.deepEqual([cache.conditions('two'), cache.conditions('three')], [{}, {}])
  })

  test('are dropped when they cannot be read, at first or from the cache', async () => {
    const { cache } = create()
    const [first, other] = [receive('a', { etag: '"1"' }), receive('b', { etag: '"2"' })]
    cache.store('one', first)
    cache.store('other', other)
    forgetCached(first)
    assert.deepEqual([cache.conditions('one'), cache.revalidated('one', RECEIVER)], [{}, undefined])
    forgetCached(receive('c'))
    const revalidated = await cache.revalidated('other', RECEIVER)
    assert.ok(revalidated)
    forgetCached(revalidated)
    assert.deepEqual([cache.conditions('other'), cache.revalidated('other', RECEIVER)], [{}, undefined])
  })

  test('keep a body that was left in gzip as received', async () => {
    const { cache } = create()
    const gzip = { reportedBytes: LENGTH, maxBytes: LENGTH }
    const body = copyBytes(gzipSync('a'.repeat(LENGTH)))
    cache.store('one', receiveResponse({ status: 200, url: URL_OF_IT, headers: {}, body, gzip }))
    const budget = createBodyBudget({ maxBytes: LENGTH, maxBytesOfLicense: LENGTH })
    const revalidated = await cache.fresh('one', { ...RECEIVER, bodies: budget.open(undefined) })
    assert.equal(budget.figures().bytes, body.length)
    assert.deepEqual(revalidated && sourceOfResponse(revalidated)?.received.gzip, gzip)
    assert.equal(revalidated?.text(), 'a'.repeat(LENGTH))
  })

  test('hide the secrets of the call as the first time', async () => {
    const { cache } = create()
    cache.store('one', receive('a', {}, ['aaaaa']))
    assert.match((await cache.fresh('one', RECEIVER))?.text() ?? '', /^(?:\[hidden\])+$/)
  })

  test('outlive their eviction, and evicted entries are freed immediately', async () => {
    const { cache } = create()
    cache.store('first', receive('a'))
    const first = await cache.fresh('first', RECEIVER)
    const response = receive('b')
    const before = process.memoryUsage().arrayBuffers
    for (let n = 0; n < 400; n += 1) cache.store(`later ${n}`, response)
    assert.ok(process.memoryUsage().arrayBuffers - before < 5_000_000)
    assert.equal(cache.fresh('first', RECEIVER), undefined)
    assert.equal(first?.text(), 'a'.repeat(LENGTH))
    assert.equal((await cache.fresh('later 399', RECEIVER))?.text(), 'b'.repeat(LENGTH))
  })

  test('are weighed by their compressed size, if they were compressed', async () => {
    const { cache } = create()
    const [body, response] = [Buffer.alloc(LENGTH, 'a'), receive('a')]
    for (let n = 0; n < 400; n += 1) cache.store(`compressed ${n}`, response, compress(body))
    assert.equal((await cache.fresh('compressed 0', RECEIVER))?.text(), 'a'.repeat(LENGTH))
    for (let n = 0; n < 400; n += 1) cache.store(`plain ${n}`, response)
    assert.equal(cache.fresh('plain 0', RECEIVER), undefined)
  })

  for (const [how, compressed] of Object.entries({
    compressed: compress(Buffer.alloc(LENGTH, 'a')),
    'as they are': undefined,
  })) {
    const wait = (budget: BodyBudget, signal = new AbortController().signal) => {
      const { cache } = create()
      cache.store('one', receive('a'), compressed)
      const bodies = budget.open(undefined)
      return { cache, bodies, response: cache.fresh('one', { bodies, signal }) }
    }

    test(`count toward the body budget until the work is done, cached ${how}`, async () => {
      const budget = createBodyBudget({ maxBytes: LENGTH, maxBytesOfLicense: LENGTH })
      const { bodies, response } = wait(budget)
      assert.equal((await response)?.text().length, LENGTH)
      assert.equal(budget.figures().bytes, LENGTH)
      bodies.end()
      assert.equal(budget.figures().bytes, 0)
    })

    test(`wait for the body budget even if they are evicted meanwhile, cached ${how}`, async () => {
      const budget = createBodyBudget({ maxBytes: LENGTH, maxBytesOfLicense: LENGTH })
      // The first one exceeds the limit, and the second one waits for it.
      const others = [budget.open(undefined), budget.open(undefined)].map((bodies) => ({ bodies, body: bodies.read() }))
      for (const { body } of others) body.take(LENGTH, RECEIVER.signal)
      const { cache, response } = wait(budget)
      for (let n = 0; n < 100; n += 1) cache.store(`later ${n}`, receive('b'))
      assert.equal(cache.fresh('one', RECEIVER), undefined)
      for (const { bodies, body } of others) {
        body.drop()
        bodies.end()
      }
      assert.equal((await response)?.text(), 'a'.repeat(LENGTH))
    })

    test(`stop waiting when the caller aborts, and count no more, cached ${how}`, async () => {
      const budget = createBodyBudget({ maxBytes: LENGTH, maxBytesOfLicense: LENGTH })
      const gone = new Error('gone')
      const { response } = wait(budget, AbortSignal.abort(gone))
      await assert.rejects(response ?? assert.fail(), gone)
      assert.equal(budget.figures().bytes, 0)
    })
  }
})
