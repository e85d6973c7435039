import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError } from '@central-api/testing/assert-response.ts'
import { DEMO, startClient } from '@central-api/testing/start-client.ts'
import type { TestResponse } from '@central-api/testing/start-service.ts'

const ORIGIN = 'https://panel.example'
const SCAN_PATH = '/api/v1/scan-profile'

const corsOf = ({ headers }: TestResponse) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name === 'vary' || name.startsWith('access-control-')))

const PREFLIGHT = {
  method: 'OPTIONS',
  path: SCAN_PATH,
  headers: {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type',
  },
}
const preflightFrom = (origin: string) => ({ ...PREFLIGHT, headers: { ...PREFLIGHT.headers, origin } })

const BOTH = 'Accept-Encoding, Origin'
const ALLOWED = {
  vary: BOTH,
  'access-control-allow-origin': ORIGIN,
  'access-control-expose-headers':
    'X-Request-Id, X-Cache, Age, Retry-After, RateLimit, RateLimit-Policy, X-Quota-Limit, X-Quota-Used, X-Quota-Remaining, X-Quota-Reset',
}

test('by default no origin is allowed, and a preflight is like any other method', async (context) => {
  const { send, scan } = await startClient(context)
  const response = await scan(DEMO, { origin: ORIGIN })
  assert.equal(response.status, 200)
  assert.deepEqual(corsOf(response), { vary: 'Accept-Encoding' })
  const preflight = await send(preflightFrom(ORIGIN))
  assertError(preflight, { code: 'method_not_allowed', allow: 'POST' })
  assert.deepEqual(corsOf(preflight), {})
})

test('a configured origin is allowed on success and on errors, and no other', async (context) => {
  const { send, scan } = await startClient(context, {
    environment: { CORS_ORIGINS: `${ORIGIN}, https://other.example`, MAX_IN_FLIGHT: '1' },
  })
  assert.deepEqual(corsOf(await scan(DEMO, { origin: ORIGIN })), ALLOWED)
  assert.deepEqual(corsOf(await scan('{', { origin: ORIGIN })), ALLOWED)
  assert.deepEqual(corsOf(await send({ path: '/api/v1/nowhere', headers: { origin: ORIGIN } })), ALLOWED)
  assert.deepEqual(corsOf(await send({ path: SCAN_PATH, headers: { origin: ORIGIN } })), ALLOWED)
  for (const unknown of [
    'https://panel.example.evil.example',
    'http://panel.example',
    'https://panel.example:8443',
    'null',
  ]) {
    assert.deepEqual(corsOf(await scan(DEMO, { origin: unknown })), { vary: BOTH })
  }
  assert.deepEqual(corsOf(await scan(DEMO)), { vary: BOTH })
})

test('the preflight of a configured origin gets the allowed methods and headers, and that of another none', async (context) => {
  const { send } = await startClient(context, { environment: { CORS_ORIGINS: ORIGIN } })
  const preflight = await send(preflightFrom(ORIGIN))
  assert.equal(preflight.status, 204)
  assert.equal(preflight.text, '')
  assert.deepEqual(corsOf(preflight), {
    ...ALLOWED,
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'authorization, content-type, x-request-id',
    'access-control-max-age': '86400',
  })
  const unknown = await send(preflightFrom('https://stranger.example'))
  assertError(unknown, { code: 'method_not_allowed', allow: 'POST' })
  assert.deepEqual(corsOf(unknown), { vary: BOTH })
  const plain = await send({ method: 'OPTIONS', path: SCAN_PATH, headers: { origin: ORIGIN } })
  assertError(plain, { code: 'method_not_allowed', allow: 'POST' })
})

const DOCUMENTS = ['/platforms', '/.well-known/jwks.json', '/openapi.json']

test('public documents can be read by pages of configured origins, and caches distinguish origins', async (context) => {
  const { send } = await startClient(context, { environment: { CORS_ORIGINS: ORIGIN, ADMIN_TOKEN: 'x'.repeat(16) } })
  const { 'access-control-expose-headers': exposed } = ALLOWED
  const letIn = {
    vary: 'Origin',
    'access-control-allow-origin': ORIGIN,
    'access-control-expose-headers': exposed,
  }
  for (const path of DOCUMENTS) {
    for (const method of ['GET', 'HEAD']) {
      const own = await send({ method, path, headers: { origin: ORIGIN } })
      assert.deepEqual([own.status, corsOf(own)], [200, letIn], `${method} ${path}`)
      for (const headers of [{}, { origin: 'https://stranger.example' }, { origin: 'null' }]) {
        const response = await send({ method, path, headers })
        assert.deepEqual([response.status, corsOf(response)], [200, { vary: 'Origin' }], `${method} ${path}`)
      }
    }
    const requested = { method: 'OPTIONS', path, headers: { origin: ORIGIN, 'access-control-request-method': 'GET' } }
    const preflight = await send(requested)
    assert.equal(preflight.status, 204)
    assert.deepEqual(corsOf(preflight), {
      ...letIn,
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': 'authorization, content-type, x-request-id',
      'access-control-max-age': '86400',
    })
    const strange = await send({ ...requested, headers: { ...requested.headers, origin: 'https://stranger.example' } })
    assertError(strange, { code: 'not_found' })
    assert.deepEqual(corsOf(strange), { vary: 'Origin' })
  }
  for (const path of ['/admin/openapi.json', '/healthz', '/docs', '/console']) {
    assert.equal(
      corsOf(await send({ method: 'GET', path, headers: { origin: ORIGIN } }))['access-control-allow-origin'],
      undefined,
    )
  }
})

test('without configured origins, public documents have no CORS headers', async (context) => {
  const { send } = await startClient(context)
  for (const path of DOCUMENTS) {
    assert.deepEqual(corsOf(await send({ method: 'GET', path, headers: { origin: ORIGIN } })), {})
    assertError(await send({ method: 'OPTIONS', path, headers: { origin: ORIGIN } }), { code: 'not_found' })
  }
})
