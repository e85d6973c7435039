import assert from 'node:assert/strict'
import { isUtf8 } from 'node:buffer'
import { test } from 'node:test'
import { withoutCutCharacter } from './cut-character.ts'

test('a UTF-8 text that is cut anywhere loses only the cut character', () => {
  const text = 'aé日😀b'
  const bytes = Buffer.from(text)
  for (let length = 0; length <= bytes.length; length += 1) {
    const kept = withoutCutCharacter(bytes.subarray(0, length))
    assert.ok(isUtf8(kept), `${length}`)
    assert.ok(text.startsWith(kept.toString()))
    assert.ok(length - kept.length < 4)
  }
  assert.equal(withoutCutCharacter(bytes).length, bytes.length)
})

test('bytes that are not UTF-8 lose at most three bytes', () => {
  for (const bytes of [[], [0x80], [0x80, 0x80, 0x80, 0x80], [0x61, 0xff], [0xe4]])
    assert.ok(bytes.length - withoutCutCharacter(Buffer.from(bytes)).length <= 1)
})
