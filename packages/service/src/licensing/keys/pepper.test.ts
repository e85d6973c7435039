import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OperatorError } from '../licenses/operator-error.ts'
import { deriveKey, hashKey, parsePeppers } from './pepper.ts'

const OLD = 'old-secret-old-secret-old-secret-'
const NEW = 'new-secret-new-secret-new-secret-'

test('a single secret is version 1', () => {
  const { current, all } = parsePeppers(` ${OLD}\n`)
  assert.deepEqual(current, { version: 1, secret: Buffer.from(OLD) })
  assert.deepEqual(all, [current])
})

test('the highest version is current, in any order', () => {
  for (const text of [`1:${OLD},2:${NEW}`, ` 2:${NEW} , 1:${OLD} `]) {
    const { current, all } = parsePeppers(text)
    assert.deepEqual(current, { version: 2, secret: Buffer.from(NEW) })
    assert.deepEqual(
      all.map((pepper) => pepper.version),
      [2, 1],
    )
  }
})

test('a secret may contain a colon', () => {
  assert.equal(parsePeppers(`7:${OLD}:x`).current.secret.toString(), `${OLD}:x`)
  assert.equal(parsePeppers(`${OLD}:x`).current.secret.toString(), `${OLD}:x`)
})

const REFUSED: readonly [string, RegExp][] = [
  ['', /it is empty/],
  ['  ', /it is empty/],
  ['too-short', /version 1 is shorter than 32 characters/],
  [`1:${OLD},2:short`, /version 2 is shorter than 32 characters/],
  [`1:${OLD},1:${NEW}`, /version 1 is listed twice/],
  [`0:${OLD}`, /entry 1 must have the form version:secret/],
  [`1:${OLD},${NEW}`, /entry 2 must have the form version:secret/],
  [`1:${OLD},`, /entry 2 must have the form version:secret/],
  [`1000000000:${OLD}`, /entry 1 must have the form version:secret/],
  [`${OLD} ${NEW}`, /must not contain white space/],
]

test('reports an invalid pepper without showing it', () => {
  for (const [text, message] of REFUSED) {
    assert.throws(
      () => parsePeppers(text),
      (error) =>
        error instanceof OperatorError &&
        error.code === 'invalid' &&
        message.test(error.message) &&
        ![OLD, NEW, 'short,', 'too-short'].some((secret) => error.message.includes(secret)),
      text,
    )
  }
})

test('hashes a key with HMAC-SHA-256 under the pepper (RFC 4231, test case 2)', () => {
  const pepper = { version: 1, secret: Buffer.from('Jefe') }
  assert.equal(
    hashKey('what do ya want for nothing?', pepper),
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  )
})

test('keys of different purposes and peppers differ, and derivation is deterministic', () => {
  const { current, all } = parsePeppers(`1:${OLD},2:${NEW}`)
  const keys = all.flatMap((pepper) => ['cursors', 'signing keys'].map((purpose) => deriveKey(pepper, purpose)))
  assert.equal(new Set(keys.map((key) => key.toString('hex'))).size, 4)
  assert.ok(keys.every((key) => key.length === 32))
  assert.deepEqual(deriveKey(current, 'cursors'), keys[0])
})
