import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isBase64url } from './base64url.ts'

test('accepts encoded bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
      assert.ok(isBase64url(Buffer.from(bytes).toString('base64url')))
    }),
  )
})

test('accepts a text exactly if decoding and encoding yields the same text', () => {
  const text = fc.string({ unit: fc.constantFrom(...'AQgwBzEIMk019-_+/= \n.é'), minLength: 1, maxLength: 9 })
  fc.assert(
    fc.property(text, (spelling) => {
      assert.equal(isBase64url(spelling), Buffer.from(spelling, 'base64url').toString('base64url') === spelling)
    }),
    { numRuns: 2_000 },
  )
})

test('refuses empty text, padding, the standard alphabet and line breaks', () => {
  for (const text of ['', 'A', 'QQ==', 'ab+/', 'QUJD\n', ' QUJD', 'QUJ D', 'QUJé'])
    assert.equal(isBase64url(text), false, text)
})
