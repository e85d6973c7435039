import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { calculateJwkThumbprint, decodeProtectedHeader, importJWK, jwtVerify } from 'jose'
import { dpopProof } from './dpop-proof.ts'
import { p256Key, p256Scalar, SEED_BYTES } from './p256-key.ts'

const REQUEST = {
  method: 'GET',
  url: new URL('https://pds.example/xrpc/a.b.c?actor=did%3Aplc%3Ax'),
  id: 'one',
} as const

test('a proof is for one method, one URL without its query, one nonce and one token', async () => {
  const key = p256Key(p256Scalar(randomBytes(SEED_BYTES)))
  const now = Date.now()
  const proof = dpopProof(key, { ...REQUEST, nonce: 'n-1', now }, 'a token')
  const header = decodeProtectedHeader(proof)
  assert.deepEqual(header, { typ: 'dpop+jwt', alg: 'ES256', jwk: key.publicJwk })
  const { payload } = await jwtVerify(proof, await importJWK(key.publicJwk, 'ES256'))
  assert.deepEqual(payload, {
    ...{ jti: 'one', htm: 'GET', htu: 'https://pds.example/xrpc/a.b.c', iat: Math.floor(now / 1_000), nonce: 'n-1' },
    ath: createHash('sha256').update('a token').digest('base64url'),
  })
})

test('without a nonce and a token the proof has none', async () => {
  const key = p256Key(p256Scalar(randomBytes(SEED_BYTES)))
  const proof = dpopProof(key, { ...REQUEST, method: 'POST', nonce: undefined, now: Date.now() })
  const { payload } = await jwtVerify(proof, await importJWK(key.publicJwk, 'ES256'))
  assert.deepEqual(Object.keys(payload).toSorted(), ['htm', 'htu', 'iat', 'jti'])
})

test('a key is the same from the same seed, and its thumbprint is that of RFC 7638', async () => {
  const seed = randomBytes(SEED_BYTES)
  const key = p256Key(p256Scalar(seed))
  assert.deepEqual(p256Key(p256Scalar(seed)).publicJwk, key.publicJwk)
  assert.equal(key.thumbprint, await calculateJwkThumbprint(key.publicJwk))
})

test('every seed is a key, at both ends of what a seed can be', async () => {
  for (const seed of [Buffer.alloc(SEED_BYTES), Buffer.alloc(SEED_BYTES, 0xff)]) {
    const key = p256Key(p256Scalar(seed))
    const proof = dpopProof(key, { ...REQUEST, nonce: undefined, now: Date.now() })
    await jwtVerify(proof, await importJWK(key.publicJwk, 'ES256'))
  }
  assert.throws(() => p256Scalar(Buffer.alloc(32)), TypeError)
})
