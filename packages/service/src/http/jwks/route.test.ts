import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OPERATOR } from '@central-api/testing/licensing/fixture.ts'
import { DEMO, SCAN, startClient } from '@central-api/testing/start-client.ts'
import { START, type TestService } from '@central-api/testing/start-service.ts'
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose'

const HOUR_MS = 3_600_000

const readKeys = async ({ send }: Pick<TestService, 'send'>) => {
  const { status, headers, text } = await send({ method: 'GET', path: '/.well-known/jwks.json' })
  assert.equal(status, 200)
  assert.equal(headers['content-type'], 'application/jwk-set+json; charset=utf-8')
  assert.equal(headers['cache-control'], 'public, max-age=300')
  return JSON.parse(text) as JSONWebKeySet
}

const verify = (authorization: string, keys: JSONWebKeySet, at: number) =>
  jwtVerify(authorization.replace('Bearer ', ''), createLocalJWKSet(keys), {
    algorithms: ['EdDSA'],
    typ: 'at+jwt',
    issuer: 'https://central.example',
    audience: 'https://central.example/api/v1',
    requiredClaims: ['sub', 'iat', 'exp', 'jti'],
    currentDate: new Date(at),
  })

test('any client can verify a token with the published keys', async (context) => {
  const service = await startClient(context)
  const keys = await readKeys(service)
  const { payload, protectedHeader } = await verify(service.headers.authorization, keys, START)
  assert.equal(payload.sub, service.licenseId)
  assert.equal(payload.exp, (payload.iat ?? 0) + 3600)
  assert.deepEqual(Object.keys(protectedHeader).sort(), ['alg', 'kid', 'typ'])
  await assert.rejects(verify(service.headers.authorization, keys, START + HOUR_MS + 1_000), {
    code: 'ERR_JWT_EXPIRED',
  })
})

test('only public keys are published', async (context) => {
  const { keys } = await readKeys(await startClient(context))
  assert.deepEqual(
    keys.map((key) => Object.keys(key).sort()),
    [['alg', 'crv', 'kid', 'kty', 'use', 'x']],
  )
})

test('a rotation invalidates no token: the retired key is published until its last token has expired', async (context) => {
  const service = await startClient(context)
  const { key, clock, authorize, post, parts } = service
  const old = service.headers
  await parts.signingKeys.rotate(OPERATOR)
  const atSite = await authorize(key, 'blog.example')
  const [oldKid, newKid] = [old, atSite].map(({ authorization }) => decodeProtectedHeader(authorization.slice(7)).kid)
  assert.notEqual(oldKid, newKid)
  const both = await readKeys(service)
  assert.deepEqual(new Set(both.keys.map(({ kid }) => kid)), new Set([oldKid, newKid]))
  for (const headers of [old, atSite]) {
    assert.equal((await post(SCAN, DEMO, headers)).status, 200)
    await verify(headers.authorization, both, START)
  }
  // Also byte for byte: a further exchange returns the token that the retired key signed.
  assert.deepEqual(await authorize(key), old)
  clock.at = START + HOUR_MS - 1_000
  assert.equal((await post(SCAN, DEMO, old)).status, 200)
  clock.at = START + 2 * HOUR_MS
  assert.deepEqual(
    (await readKeys(service)).keys.map(({ kid }) => kid),
    [newKid],
  )
})
