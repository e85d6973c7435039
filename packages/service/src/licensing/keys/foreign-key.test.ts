import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isApiError } from '../../errors.ts'
import { createCountedBytes } from '../fixture.ts'
import { FOREIGN_KEY_LENGTH, isGuessable, normalizeForeignKey, readSentKey } from './foreign-key.ts'
import { createLicenseKey } from './license-key.ts'

const malformed = (error: unknown): boolean => isApiError(error, 'license_malformed')

/** One of each shop, as its documents show them. */
const KEYS = [
  'c4ca4238a0b923820dcc509a6f75849b',
  '80e15db5-c796-436b-850c-8f9c98a48abe',
  'sk_123FGqM456Pa786WtOp%^+67Y+;sXXz',
  'C1B6DE-39A6E3-DE1529-8559A0-4AF593-V3',
  'BAZL9-09W3B-PHUZQ-0JZ8Z-7AFZJ',
  'K7QD-92XM-ZR4T',
  `key/${'eyJhY2NvdW50Ijp7ImlkIjoiYmY5YjUyM2Q'.repeat(4)}.${'dGhpcyBpcyBubyBzaWduYXR1cmUgYXQgYWxs'.repeat(10)}==`,
] as const

test('keys of every shop are read as they are pasted, and none of them is guessable', () => {
  for (const key of KEYS) {
    assert.equal(readSentKey(` ${key}\r\n`), normalizeForeignKey(key))
    assert.equal(isGuessable(key), false, key)
  }
})

test('case matters but in hexadecimal keys', () => {
  assert.equal(readSentKey('80E15DB5-C796-436B-850C-8F9C98A48ABE'), '80e15db5-c796-436b-850c-8f9c98a48abe')
  for (const key of [KEYS[2], KEYS[3], KEYS[4]]) assert.equal(readSentKey(key), key)
})

test('what can be no key, or begins like one of ours and is none, is malformed', () => {
  const ours = createLicenseKey('live', (size) => Buffer.alloc(size, 7))
  assert.equal(readSentKey(ours), ours)
  for (const text of [
    '',
    'short-key-1',
    'with a space in it',
    'umlaut-ä-schlüssel',
    'control\u0007character',
    'x'.repeat(FOREIGN_KEY_LENGTH.most + 1),
    `${ours}x`,
    ours.toUpperCase(),
    ours.replace('_', '-'),
    ours.replace('_', ''),
    ours.slice(1),
    ours.slice(2),
  ]) {
    assert.throws(() => readSentKey(text), malformed, text)
  }
})

test('keys that are too short for their signs, or thought up, are guessable', () => {
  for (const key of [
    'AB12-CD34-EF5', // 11 signs of 36
    '1234567890123456',
    '7391-0528-6614-9',
    'aaaaaaaaaaaaaaaaaaaa',
    'abababababababababab',
    'ABCD-EFGH-IJKL-MNOP',
    '0000-1111-2222-3333-4444-5555',
    '------------------------------',
    '80e15db5-c796',
  ]) {
    assert.equal(isGuessable(key), true, key)
  }
})

test('a key that is drawn is not taken for one that was thought up', () => {
  const bytes = createCountedBytes()
  for (const [alphabet, length] of [
    ['0123456789abcdef', 16],
    ['ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', 12],
    ['0123456789', 24],
  ] as const) {
    const sample = Array.from({ length: 2_000 }, () =>
      [...bytes(length)].map((byte) => alphabet.charAt(byte % alphabet.length)).join(''),
    )
    // A key that happens to do without the letters, or the digits, counts as of fewer signs.
    const drawn = sample.filter((key) => length === 24 || /\d.*[a-fG-Z]|[a-fG-Z].*\d/.test(key))
    assert.ok(drawn.length > 1_900)
    assert.deepEqual(drawn.filter(isGuessable), [])
  }
})
