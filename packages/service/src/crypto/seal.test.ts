import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { open, seal } from './seal.ts'

const KEY = Buffer.alloc(32, 7)
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

test('opens to the same bytes for the same purpose', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.string(), (bytes, aad) => {
      assert.deepEqual(open(KEY, seal(KEY, Buffer.from(bytes), aad, randomBytes), aad), Buffer.from(bytes))
    }),
  )
})

test('does not open under another key or for another purpose', () => {
  const sealed = seal(KEY, Buffer.from('position 40'), 'profile a', randomBytes)
  assert.equal(open(KEY, sealed, 'profile b'), undefined)
  assert.equal(open(Buffer.alloc(32, 8), sealed, 'profile a'), undefined)
})

test('never seals the same text to the same string', () => {
  const sealed = Array.from({ length: 100 }, () => seal(KEY, Buffer.from('same'), 'a', randomBytes))
  assert.equal(new Set(sealed).size, 100)
})

test('refuses any change of a single character, at any length', () => {
  for (const size of [0, 1, 2, 3]) {
    const sealed = seal(KEY, Buffer.alloc(size, 1), 'a', randomBytes)
    for (let at = 0; at < sealed.length; at += 1) {
      for (const other of `${ALPHABET}+/=. `) {
        if (other === sealed.charAt(at)) continue
        assert.equal(open(KEY, sealed.slice(0, at) + other + sealed.slice(at + 1), 'a'), undefined)
      }
    }
  }
})

test('refuses other encodings of the same bytes, truncations and additions', () => {
  const sealed = seal(KEY, Buffer.from('x'), 'a', randomBytes)
  const spellings = [
    `${sealed}=`,
    `${sealed}==`,
    ` ${sealed}`,
    `${sealed}\n`,
    sealed.slice(0, -1),
    `${sealed}A`,
    `A${sealed}`,
  ]
  for (const spelling of [...spellings, '', 'A', 'AAAA', sealed.slice(0, 37)])
    assert.equal(open(KEY, spelling, 'a'), undefined)
})
