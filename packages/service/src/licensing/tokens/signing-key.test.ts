import assert from 'node:assert/strict'
import { sign } from 'node:crypto'
import { test } from 'node:test'
import { createCountedBytes, NEW_SECRET, OLD_SECRET, START } from '@central-api/testing/licensing/fixture.ts'
import { parsePeppers } from '../keys/pepper.ts'
import { makeSigningKey, openSigningKey } from './signing-key.ts'

const PEPPERS = parsePeppers(OLD_SECRET)

const make = (randomBytes = createCountedBytes()) => makeSigningKey(PEPPERS.current, START, randomBytes)

test('32 random bytes are the private key of RFC 8032, section 7.1, test 1', () => {
  const secret = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex')
  const others = createCountedBytes()
  const { publicJwk, privateKey } = openSigningKey(
    make((size) => (size === 32 ? secret : others(size))),
    PEPPERS,
  )
  const x = Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex')
  assert.equal(publicJwk.x, x.toString('base64url'))
  assert.ok(privateKey)
  assert.equal(
    sign(null, Buffer.alloc(0), privateKey).toString('hex'),
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  )
})

test('the stored public part reveals nothing of the private part', () => {
  const record = make()
  const { privateKey } = openSigningKey(record, PEPPERS)
  assert.deepEqual(Object.keys(JSON.parse(record.publicJwk)).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x'])
  const { d } = privateKey?.export({ format: 'jwk' }) ?? {}
  assert.ok(d && !JSON.stringify(record).includes(d))
})

test('a key that cannot be unsealed only verifies', () => {
  const record = make()
  const { sealedPrivateJwk } = record
  const wrong = [
    [record, parsePeppers(`2:${OLD_SECRET}`)],
    [record, parsePeppers(`1:${NEW_SECRET}`)],
    [{ ...record, kid: 'another' }, PEPPERS],
    [{ ...record, sealedPrivateJwk: sealedPrivateJwk.slice(0, -2) }, PEPPERS],
    [{ ...record, sealedPrivateJwk: sealedPrivateJwk.slice(2) }, PEPPERS],
    [{ ...record, sealedPrivateJwk: '' }, PEPPERS],
  ] as const
  for (const [stored, peppers] of wrong) {
    const key = openSigningKey(stored, peppers)
    assert.equal(key.privateKey, undefined)
    assert.equal(key.publicKey.asymmetricKeyType, 'ed25519')
  }
})
