import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createByteText, textOfBytes } from './byte-text.ts'

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('é', '’', '漢', '😀', 'a'.repeat(70), 'é'.repeat(40)),
)

test('a cut of bytes is the text at that position', () => {
  fc.assert(
    fc.property(fc.array(text), (parts) => {
      const written = parts.map((part) => part.toWellFormed())
      const { bytes, cut } = createByteText(Buffer.from(written.join('')))
      let from = 0
      for (const part of written) {
        const to = from + Buffer.byteLength(part)
        assert.equal(cut(from, to), part)
        assert.equal(textOfBytes(bytes.slice(from, to)), part)
        from = to
      }
      assert.equal(from, bytes.length)
    }),
    { numRuns: 1_000 },
  )
})

test('a text of several pieces is complete, also across their borders', () => {
  for (const character of ['a', 'é', '😀']) {
    const whole = `x${character.repeat(1_100_000)}`
    const { bytes, cut } = createByteText(Buffer.from(whole))
    const size = Buffer.byteLength(character)
    assert.equal(bytes.length, 1 + 1_100_000 * size)
    const first = Math.floor(999_990 / size)
    assert.equal(cut(1 + first * size, 1 + (first + 20) * size), character.repeat(20))
    assert.equal(cut(0, bytes.length), whole)
  }
})
