import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError } from '@central-api/testing/assert-response.ts'
import { startService } from '@central-api/testing/start-service.ts'
import { SERVER_LIMITS } from './http/limits.ts'

const OTHER_METHODS = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'] as const
const PATHS = ['/auth/token', '/scan-profile', '/load-more-posts'] as const
const NOWHERE = [
  '/api/v1',
  '/api/v1/',
  '/api/v1/nowhere',
  '/api/v1/auth',
  '/api/v1/auth/token/',
  '/api/v1//auth/token',
  '/api/v1/scan-profile/more',
  '/api/v1/../v1/scan-profile/',
  '/api/v1/SCAN-PROFILE',
  '/api/v1/scan%2Dprofile%2F',
  '/api/v1/%zz',
  '/api/v1/%',
  '/api/v1/%ff%fe',
  '/api/v1/scan-profile;x',
  '//api/v1/scan-profile',
  '/api/v2/scan-profile',
  `/api/v1/${'x'.repeat(2_000)}`,
] as const

test('an unknown path is not_found, whatever the request contains', async (context) => {
  const { send } = await startService(context)
  for (const path of NOWHERE) {
    for (const method of ['POST', 'GET', 'DELETE'] as const) {
      assertError(await send({ method, path }), { code: 'not_found' })
    }
    assertError(await send({ path, body: '{"broken' }), { code: 'not_found' })
    assertError(await send({ path, body: 'x', headers: { 'content-type': 'text/plain' } }), { code: 'not_found' })
    assertError(await send({ path, body: 'x'.repeat(20_000) }), { code: 'not_found' })
  }
})

test('a method other than POST is method_not_allowed, with Allow, whatever the request contains', async (context) => {
  const { send } = await startService(context)
  for (const path of PATHS.map((path) => `/api/v1${path}`)) {
    for (const method of OTHER_METHODS) {
      const expected = { code: 'method_not_allowed', allow: 'POST', bodiless: method === 'HEAD' } as const
      assertError(await send({ method, path }), expected)
      assertError(await send({ method, path: `${path}?q=1`, body: '{"broken' }), expected)
      const text = { 'content-type': 'text/plain' }
      assertError(await send({ method, path, body: 'x', headers: text }), expected)
    }
  }
})

test('a body that is not declared as JSON is unsupported_media_type', async (context) => {
  const { send } = await startService(context)
  const types = [
    'text/plain',
    'text/json',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'application json',
    'application/',
    'json',
    ',',
    '*/*',
    'application/octet-stream',
  ]
  for (const type of types) {
    assertError(await send({ path: '/api/v1/auth/token', body: '{}', headers: { 'content-type': type } }), {
      code: 'unsupported_media_type',
    })
  }
  const bare = { path: '/api/v1/auth/token', body: '{"licenseKey":"x"}', headers: { 'content-type': '' } }
  assertError(await send(bare), { code: 'unsupported_media_type' })
})

test('accepts every spelling of the JSON media type', async (context) => {
  const { send } = await startService(context)
  const body = '{"licenseKey":"x"}'
  for (const type of [
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json ; x="y"',
  ]) {
    assertError(await send({ path: '/api/v1/auth/token', body, headers: { 'content-type': type } }), {
      code: 'license_malformed',
    })
  }
})

test('a body that is not JSON is invalid_json', async (context) => {
  const { send } = await startService(context)
  const bodies = [
    ' ',
    '{',
    '{"licenseKey":"x"',
    '{licenseKey:"x"}',
    "{'licenseKey':'x'}",
    '[1,]',
    'undefined',
    'NaN',
    '{"a":1}{"a":1}',
    '\u0000',
    '{"licenseKey":"a\nb"}',
    '<xml/>',
  ]
  for (const body of bodies) {
    assertError(await send({ path: '/api/v1/auth/token', body }), { code: 'invalid_json' })
  }
  const notUtf8 = [
    Buffer.from([0xff, 0xfe, 0x7b, 0x7d]),
    Buffer.from('{"licenseKey":"\xff"}', 'latin1'),
    Buffer.from('{"licenseKey":"\xc3"}', 'latin1'),
    Buffer.from('{"licenseKey":"x"}', 'utf16le'),
  ]
  for (const body of notUtf8) assertError(await send({ path: '/api/v1/auth/token', body }), { code: 'invalid_json' })
})

test('JSON other than an object is invalid_request', async (context) => {
  const { send } = await startService(context)
  for (const body of ['null', '[]', '[{"licenseKey":"x"}]', '"text"', '1', 'true']) {
    const details = [{ field: 'body', message: 'must be an object' }]
    assertError(await send({ path: '/api/v1/auth/token', body }), { code: 'invalid_request', details })
  }
})

test('a body over 16 KiB is payload_too_large, and one of 16 KiB is read', async (context) => {
  const { send } = await startService(context)
  const bodyOf = (bytes: number) => {
    const frame = JSON.stringify({ licenseKey: 'x', padding: '' })
    return JSON.stringify({ licenseKey: 'x', padding: 'p'.repeat(bytes - frame.length) })
  }
  const path = '/api/v1/auth/token'
  assertError(await send({ path, body: bodyOf(SERVER_LIMITS.bodyBytes) }), { code: 'license_malformed' })
  assertError(await send({ path, body: bodyOf(SERVER_LIMITS.bodyBytes + 1) }), { code: 'payload_too_large' })
})

test('fields named like properties of every object are ignored like other unknown fields', async (context) => {
  const { send } = await startService(context)
  for (const field of ['__proto__', 'constructor', 'toString', 'unknown']) {
    const body = `{"${field}":{"prototype":{"x":1},"licenseKey":1},"licenseKey":"x"}`
    assertError(await send({ path: '/api/v1/auth/token', body }), { code: 'license_malformed' })
  }
})

test('a deeply nested body is read or refused, and never a fault', async (context) => {
  const { send } = await startService(context)
  const nested = (open: string, inside: string, close: string) => {
    const depth = Math.floor((SERVER_LIMITS.bodyBytes - 100) / (open.length + close.length))
    return open.repeat(depth) + inside + close.repeat(depth)
  }
  const path = '/api/v1/auth/token'
  const details = [{ field: 'body', message: 'must be an object' }]
  assertError(await send({ path, body: nested('[', '{"__proto__":1}', ']') }), { code: 'invalid_request', details })
  const field = nested('{"a":', '{"__proto__":1}', '}')
  assertError(await send({ path, body: `{"licenseKey":"x","deep":${field}}` }), { code: 'license_malformed' })
})

test("uses the client's request id if it is valid, otherwise a new one that never repeats", async (context) => {
  const { send } = await startService(context)
  const idFor = async (own: string) =>
    (await send({ path: '/api/v1/nowhere', headers: { 'x-request-id': own } })).headers['x-request-id']
  for (const fit of ['a', 'A-z_0.9', 'x'.repeat(128)]) assert.equal(await idFor(fit), fit)
  const ours = new Set<string>()
  for (const unfit of ['', ' ', 'x'.repeat(129), 'a b', 'a,b', 'ü', 'a/b', '<b>']) {
    const id = String(await idFor(unfit))
    assert.match(id, /^[A-Za-z0-9._-]{8,40}$/)
    ours.add(id)
  }
  assert.equal(ours.size, 8)
  for (const path of ['/healthz', '/readyz', '/metrics', '/.well-known/jwks.json', '/nowhere', '/%zz']) {
    assert.equal(
      (await send({ method: 'GET', path, headers: { 'x-request-id': 'mine' } })).headers['x-request-id'],
      'mine',
    )
  }
})
