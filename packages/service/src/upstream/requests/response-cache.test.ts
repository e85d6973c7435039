import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { type BodyBudget, createBodyBudget } from '../../egress/body-budget.ts'
import { createDecoders } from '../../egress/decode-body.ts'
import type { CompressedBody } from '../../egress/egress.ts'
import { LIMITS } from '../../egress/limits.ts'
import { copyBytes } from '../../runtime/event-loop/owned-bytes.ts'
import { receiveResponse, sourceOfResponse } from './receive-response.ts'
import { createResponseCache, forgetHeld, type Receiver } from './response-cache.ts'

const FRESH_MS = 60_000
const LENGTH = 100_000
const URL_OF_IT = 'https://platform.example/feed'

const receive = (letter: string, headers: Readonly<Record<string, string>> = {}, secrets: readonly string[] = []) =>
  receiveResponse({ status: 200, url: URL_OF_IT, headers, body: copyBytes(Buffer.alloc(LENGTH, letter)) }, secrets)

const create = () => {
  const clock = { at: 0 }
  return { clock, held: createResponseCache({ now: () => clock.at, freshMs: FRESH_MS }) }
}

const FOR_NOBODY: Receiver = { signal: new AbortController().signal }

const unpackTo = createDecoders(LIMITS)('gzip').unpackTo ?? assert.fail()
/** As an answer of so many bytes came. */
const pack = (body: Buffer): CompressedBody => ({ bytes: gzipSync(body), unpack: unpackTo(body.length) })

describe('held answers', () => {
  test('are given while they are fresh, and again by a 304, from when on they are fresh anew', async () => {
    const { clock, held } = create()
    held.hold('one', receive('a'))
    assert.equal((await held.fresh('one', FOR_NOBODY))?.text(), 'a'.repeat(LENGTH))
    clock.at = FRESH_MS
    assert.equal(held.fresh('one', FOR_NOBODY), undefined)
    assert.equal((await held.again('one', FOR_NOBODY))?.text(), 'a'.repeat(LENGTH))
    assert.equal((await held.fresh('one', FOR_NOBODY))?.status, 200)
    assert.deepEqual([held.fresh('other', FOR_NOBODY), held.again('other', FOR_NOBODY)], [undefined, undefined])
  })

  test('are asked for by their validators', () => {
    const { held } = create()
    held.hold('one', receive('a', { etag: '"1"', 'last-modified': 'Sat, 05 Jan 2030 00:00:00 GMT' }))
    held.hold('two', receive('b'))
    assert.deepEqual(held.conditions('one'), {
      'if-none-match': '"1"',
      'if-modified-since': 'Sat, 05 Jan 2030 00:00:00 GMT',
    })
    assert.deepEqual([held.conditions('two'), held.conditions('three')], [{}, {}])
  })

  test('are forgotten by whoever has the answer and cannot read it, at first or again', async () => {
    const { held } = create()
    const [first, other] = [receive('a', { etag: '"1"' }), receive('b', { etag: '"2"' })]
    held.hold('one', first)
    held.hold('other', other)
    forgetHeld(first)
    assert.deepEqual([held.conditions('one'), held.again('one', FOR_NOBODY)], [{}, undefined])
    forgetHeld(receive('c'))
    const again = await held.again('other', FOR_NOBODY)
    assert.ok(again)
    forgetHeld(again)
    assert.deepEqual([held.conditions('other'), held.again('other', FOR_NOBODY)], [{}, undefined])
  })

  test('give again what was left in gzip as it came', async () => {
    const { held } = create()
    const gzip = { reportedBytes: LENGTH, maxBytes: LENGTH }
    const body = copyBytes(gzipSync('a'.repeat(LENGTH)))
    held.hold('one', receiveResponse({ status: 200, url: URL_OF_IT, headers: {}, body, gzip }))
    const budget = createBodyBudget({ maxBytes: LENGTH, maxBytesOfLicense: LENGTH })
    const again = await held.fresh('one', { ...FOR_NOBODY, bodies: budget.open(undefined) })
    assert.equal(budget.figures().bytes, body.length)
    assert.deepEqual(again && sourceOfResponse(again)?.received.gzip, gzip)
    assert.equal(again?.text(), 'a'.repeat(LENGTH))
  })

  test('hide what signed the call as they did at first', async () => {
    const { held } = create()
    held.hold('one', receive('a', {}, ['aaaaa']))
    assert.match((await held.fresh('one', FOR_NOBODY))?.text() ?? '', /^(?:\[hidden\])+$/)
  })

  test('what was given outlasts what is forgotten, whose memory is given back at once', async () => {
    const { held } = create()
    held.hold('first', receive('a'))
    const first = await held.fresh('first', FOR_NOBODY)
    const response = receive('b')
    const before = process.memoryUsage().arrayBuffers
    for (let n = 0; n < 400; n += 1) held.hold(`later ${n}`, response)
    assert.ok(process.memoryUsage().arrayBuffers - before < 5_000_000)
    assert.equal(held.fresh('first', FOR_NOBODY), undefined)
    assert.equal(first?.text(), 'a'.repeat(LENGTH))
    assert.equal((await held.fresh('later 399', FOR_NOBODY))?.text(), 'b'.repeat(LENGTH))
  })

  test('weigh what they were packed to on their way, where they were', async () => {
    const { held } = create()
    const [body, response] = [Buffer.alloc(LENGTH, 'a'), receive('a')]
    for (let n = 0; n < 400; n += 1) held.hold(`packed ${n}`, response, pack(body))
    assert.equal((await held.fresh('packed 0', FOR_NOBODY))?.text(), 'a'.repeat(LENGTH))
    for (let n = 0; n < 400; n += 1) held.hold(`plain ${n}`, response)
    assert.equal(held.fresh('plain 0', FOR_NOBODY), undefined)
  })

  for (const [how, compressed] of Object.entries({
    packed: pack(Buffer.alloc(LENGTH, 'a')),
    'as they are': undefined,
  })) {
    const wait = (budget: BodyBudget, signal = new AbortController().signal) => {
      const { held } = create()
      held.hold('one', receive('a'), compressed)
      const bodies = budget.open(undefined)
      return { held, bodies, answer: held.fresh('one', { bodies, signal }) }
    }

    test(`count as the body that they are until the work is done, held ${how}`, async () => {
      const budget = createBodyBudget({ maxBytes: LENGTH, maxBytesOfLicense: LENGTH })
      const { bodies, answer: response } = wait(budget)
      assert.equal((await response)?.text().length, LENGTH)
      assert.equal(budget.figures().bytes, LENGTH)
      bodies.end()
      assert.equal(budget.figures().bytes, 0)
    })

    test(`wait for room, though they are forgotten meanwhile, held ${how}`, async () => {
      const budget = createBodyBudget({ maxBytes: LENGTH, maxBytesOfLicense: LENGTH })
      // The first that has to wait goes over the bound, and the second waits for it.
      const others = [budget.open(undefined), budget.open(undefined)].map((bodies) => ({ bodies, body: bodies.read() }))
      for (const { body } of others) body.take(LENGTH, FOR_NOBODY.signal)
      const { held, answer: response } = wait(budget)
      for (let n = 0; n < 100; n += 1) held.hold(`later ${n}`, receive('b'))
      assert.equal(held.fresh('one', FOR_NOBODY), undefined)
      for (const { bodies, body } of others) {
        body.drop()
        bodies.end()
      }
      assert.equal((await response)?.text(), 'a'.repeat(LENGTH))
    })

    test(`are not waited for by who has gone, and count no more, held ${how}`, async () => {
      const budget = createBodyBudget({ maxBytes: LENGTH, maxBytesOfLicense: LENGTH })
      const gone = new Error('gone')
      const { answer: response } = wait(budget, AbortSignal.abort(gone))
      await assert.rejects(response ?? assert.fail(), gone)
      assert.equal(budget.figures().bytes, 0)
    })
  }
})
