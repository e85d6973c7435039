import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { assertError } from '@central-api/testing/assert-response.ts'
import { ADMIN_TOKEN } from '@central-api/testing/http/admin/fixture.ts'
import { startService } from '@central-api/testing/start-service.ts'
import { ADMIN_PREFIX } from './admin-route.ts'
import { ADMIN_ROUTES } from './admin-routes.ts'

const BEARER = { authorization: `Bearer ${ADMIN_TOKEN}` }
const WRONG = { authorization: `Bearer ${ADMIN_TOKEN}x` }

const start = async (context: TestContext) => {
  const service = await startService(context, { environment: { ADMIN_TOKEN } })
  const request = (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = BEARER) =>
    service.send({ method, path: ADMIN_PREFIX + path, body, headers })
  return { ...service, request }
}

test('an unknown path is not_found, and callers without a token do not learn that it is unknown', async (context) => {
  const { request } = await start(context)
  for (const path of ['', '/', '/nowhere', '/licenses/', '/licenses/x/nowhere', '/plans/a/b', '/%zz']) {
    assertError(await request('GET', path), { code: 'not_found' })
    assertError(await request('POST', path, '{"broken'), { code: 'not_found' })
    if (path !== '/%zz') assertError(await request('GET', path, undefined, {}), { code: 'token_missing' })
  }
})

test('another method is method_not_allowed, with the methods of the path', async (context) => {
  const { request } = await start(context)
  const allow = {
    '/licenses': 'GET, HEAD, POST',
    '/licenses/x': 'GET, HEAD, PATCH, DELETE',
    '/licenses/x/suspend': 'POST',
    '/licenses/x/sites': 'GET, HEAD, DELETE',
    '/plans/x': 'PUT',
  }
  for (const [path, allowed] of Object.entries(allow)) {
    assertError(await request('OPTIONS', path), { code: 'method_not_allowed', allow: allowed })
    assertError(await request('OPTIONS', path, undefined, {}), { code: 'token_missing' })
  }
})

test('without ADMIN_TOKEN there is no admin API', async (context) => {
  const { send } = await startService(context)
  for (const { method, path } of ADMIN_ROUTES) {
    assertError(await send({ method, path: ADMIN_PREFIX + path, headers: BEARER }), { code: 'not_found' })
  }
})

test('the token must be in the Authorization header, in one piece', async (context) => {
  const { request } = await start(context)
  const missing = ['', 'Bearer', 'Bearer ', ADMIN_TOKEN, `Basic ${ADMIN_TOKEN}`, `Bearer ${ADMIN_TOKEN} x`]
  for (const authorization of missing) {
    assertError(await request('GET', '/plans', undefined, { authorization }), { code: 'token_missing' })
  }
  assertError(await request('GET', `/plans?access_token=${ADMIN_TOKEN}`, undefined, {}), { code: 'token_missing' })
  for (const authorization of [`bearer ${ADMIN_TOKEN}`, `Bearer   ${ADMIN_TOKEN} `]) {
    assert.equal((await request('GET', '/plans', undefined, { authorization })).status, 200)
  }
})

test('after 20 wrong tokens in a minute further ones are rate limited, and a right one still works', async (context) => {
  const { send, request, clock } = await start(context)
  const { body } = await request('POST', '/operators', { name: 'Ada', role: 'read' })
  const ada = { authorization: `Bearer ${String(body.data?.token)}` }
  const from = '203.0.113.7'
  const look = (headers: Readonly<Record<string, string>>) =>
    send({ method: 'GET', path: `${ADMIN_PREFIX}/plans`, headers, from })
  const invalid = { code: 'token_invalid', challenge: 'Bearer error="invalid_token"' } as const
  // A request without a token is not a guess.
  for (let count = 0; count < 30; count += 1) assertError(await look({}), { code: 'token_missing' })
  for (let count = 0; count < 20; count += 1) assertError(await look(WRONG), invalid)
  assertError(await look(WRONG), { code: 'rate_limited', retryAfter: 60 })
  assertError(await look({}), { code: 'token_missing' })
  for (const right of [BEARER, ada]) assert.equal((await look(right)).status, 200)
  clock.at += 60_000
  assertError(await look(WRONG), invalid)
})

test('an IP address that sends 200 wrong tokens in a minute is refused, except for tokens that worked from it before', async (context) => {
  const { send, clock } = await start(context)
  const look = async (headers: Readonly<Record<string, string>>, from: string) =>
    (await send({ method: 'GET', path: `${ADMIN_PREFIX}/plans`, headers, from })).status
  const [office, stranger] = ['203.0.113.7', '203.0.113.8']
  assert.equal(await look(BEARER, office), 200)
  for (const from of [office, stranger]) for (let count = 0; count < 200; count += 1) await look(WRONG, from)
  assert.deepEqual([await look(BEARER, office), await look(BEARER, stranger)], [200, 429])
  clock.at += 60_000
  assert.equal(await look(BEARER, stranger), 200)
})

test('of 500 wrong tokens sent at the same time, 20 are checked', async (context) => {
  const { request } = await start(context)
  const answers = await Promise.all(Array.from({ length: 500 }, () => request('GET', '/plans', undefined, WRONG)))
  const count = (code: string) => answers.filter(({ body }) => body.error?.code === code).length
  assert.deepEqual([count('token_invalid'), count('rate_limited')], [20, 480])
})

test('allows no origin, even if the API allows some', async (context) => {
  const { send } = await startService(context, { environment: { ADMIN_TOKEN, CORS_ORIGINS: 'https://site.example' } })
  const headers = { ...BEARER, origin: 'https://site.example', 'access-control-request-method': 'GET' }
  for (const method of ['GET', 'OPTIONS']) {
    const response = await send({ method, path: `${ADMIN_PREFIX}/plans`, headers })
    assert.deepEqual(
      Object.keys(response.headers).filter((name) => name.startsWith('access-control')),
      [],
    )
    assert.equal(response.headers['set-cookie'], undefined)
  }
})

test('neither the token nor a key is ever logged', async (context) => {
  const { request, log } = await start(context)
  const { body } = await request('POST', '/licenses', { plan: 'pro' })
  await request('GET', '/plans', undefined, WRONG)
  await request('POST', '/licenses', { plan: 'none' })
  const key = String(body.data?.key)
  assert.match(key, /^ck_live_/)
  assert.ok(!log.some((line) => line.includes(ADMIN_TOKEN) || line.includes(key)))
})
