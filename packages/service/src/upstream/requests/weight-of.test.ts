import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { copyBytes } from '../../runtime/event-loop/owned-bytes.ts'
import { receiveResponse } from './receive-response.ts'
import { isHeavy, LIGHT, marksOf, weightOf } from './weight-of.ts'

/** The same count, with a regular expression. */
const countPlainly = (body: Buffer): number =>
  Math.min(body.toString('latin1').match(/[<&[{]|\\u/g)?.length ?? 0, LIGHT.marks + 1)

test('counts marks anywhere, up to one more than is light', () => {
  const piece = fc.oneof(
    fc.constantFrom('<', '&', '[', '{', '\\', 'u', '\\u', '\\\\u003c', '>', '"', 'é', '<p>'),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
  )
  const repeated = fc.tuple(fc.array(piece, { maxLength: 12 }), fc.constantFrom(1, 2, 300, 2_500, 2_501))
  fc.assert(
    fc.property(repeated, ([pieces, times]) => {
      const body = Buffer.from(pieces.join('').repeat(times))
      assert.equal(marksOf(body), countPlainly(body))
    }),
    { numRuns: 1_000 },
  )
})

test('a body left in gzip weighs the size that it reports', () => {
  const came = { status: 200, url: 'https://blog.example/', headers: {}, body: copyBytes(Buffer.from('packed <<<')) }
  const response = receiveResponse({ ...came, gzip: { reportedBytes: LIGHT.bytes + 1, maxBytes: 2 * LIGHT.bytes } })
  assert.deepEqual(weightOf(response), { bytes: LIGHT.bytes + 1, marks: 0 })
  assert.ok(isHeavy(weightOf(response)))
})
