import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { isApiError } from '../../errors.ts'
import { createLicenseKey, parseLicenseKey } from './license-key.ts'

const malformed = (error: unknown): boolean => isApiError(error, 'license_malformed')

/** A key with a checksum computed by another implementation (zlib of Python). */
const KNOWN = createLicenseKey('live', (size) => Buffer.alloc(size, 0))

const bytes = fc.uint8Array({ minLength: 64, maxLength: 64 })
const keyOf = (mode: 'live' | 'test', random: Uint8Array): string =>
  createLicenseKey(mode, (size) => Buffer.from(random.map((byte) => byte % 248)).subarray(0, size))

test('a key contains its mode, 32 random characters and a checksum', () => {
  assert.equal(KNOWN, 'ck_live_000000000000000000000000000000002HfqwY')
  assert.match(createLicenseKey('test', randomBytes), /^ck_test_[0-9A-Za-z]{38}$/)
  assert.notEqual(createLicenseKey('test', randomBytes), createLicenseKey('test', randomBytes))
})

test('parses a key, also with surrounding white space', () => {
  fc.assert(
    fc.property(fc.constantFrom('live', 'test'), bytes, (mode, random) => {
      const key = keyOf(mode, random)
      assert.deepEqual(parseLicenseKey(key), { mode, key })
      assert.deepEqual(parseLicenseKey(` \t${key}\r\n`), { mode, key })
    }),
  )
})

test('detects every change of a single character', () => {
  const character = fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme-ascii' })
  fc.assert(
    fc.property(bytes, fc.nat(45), character, (random, at, other) => {
      const key = keyOf('live', random)
      fc.pre(key.charAt(at) !== other)
      assert.throws(() => parseLicenseKey(key.slice(0, at) + other + key.slice(at + 1)), malformed)
    }),
    { numRuns: 2_000 },
  )
})

test('detects swapped neighbors, a missing character and an extra one', () => {
  fc.assert(
    fc.property(bytes, fc.integer({ min: 0, max: 44 }), (random, at) => {
      const key = keyOf('test', random)
      const [left, right] = [key.charAt(at), key.charAt(at + 1)]
      assert.throws(() => parseLicenseKey(key.slice(0, at) + key.slice(at + 1)), malformed)
      assert.throws(() => parseLicenseKey(key.slice(0, at) + left + key.slice(at)), malformed)
      fc.pre(left !== right)
      assert.throws(() => parseLicenseKey(key.slice(0, at) + right + left + key.slice(at + 2)), malformed)
    }),
  )
})

test('a live key is not a test key with another prefix', () => {
  assert.throws(() => parseLicenseKey(KNOWN.replace('live', 'test')), malformed)
})

test('refuses text that is not a key, without repeating it', () => {
  for (const text of [
    '',
    'ck_live_',
    'null',
    KNOWN.toUpperCase(),
    `${KNOWN}${KNOWN}`,
    KNOWN.replace('_', '-'),
    'x'.repeat(100_000),
  ]) {
    assert.throws(
      () => parseLicenseKey(text),
      (error) => malformed(error) && error instanceof Error && (text === '' || !error.message.includes(text)),
    )
  }
})
