import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { assertError } from '@central-api/testing/assert-response.ts'
import { ADMIN_TOKEN, startOperator } from '@central-api/testing/http/admin/fixture.ts'

/** Media types that clients send with every request, and `curl -d ''` by itself. Without a body they describe nothing. */
const TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'application/x-www-form-urlencoded',
  'text/plain',
  'multipart/form-data; boundary=x',
  'nonsense',
  '',
]

const start = async (context: TestContext) => ({
  ...(await startOperator(context)),
  headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
})

test('an endpoint without a body accepts any media type on an empty request', async (context) => {
  const { app, create, headers } = await start(context)
  const { id } = await create()
  for (const type of TYPES) {
    for (const length of [{}, { 'content-length': '0' }]) {
      const fields = { ...headers, 'content-type': type, ...length }
      for (const [method, path, status] of [
        ['POST', `/licenses/${id}/suspend`, 'suspended'],
        ['POST', `/licenses/${id}/resume`, 'active'],
        ['GET', `/licenses/${id}`, 'active'],
      ] as const) {
        const response = await app.inject({ method, url: `/admin/v1${path}`, headers: fields })
        assert.deepEqual([response.statusCode, response.json().data.status], [200, status], `${method} ${path} ${type}`)
      }
    }
    const { id: other } = await create()
    const fields = { ...headers, 'content-type': type }
    const response = await app.inject({ method: 'DELETE', url: `/admin/v1/licenses/${other}`, headers: fields })
    assert.equal(response.statusCode, 200, type)
  }
})

test('an endpoint with a body names its missing fields if there is none', async (context) => {
  const { app, send } = await start(context)
  const details = [{ field: 'licenseKey', message: 'is required' }]
  for (const type of TYPES) {
    const response = await app.inject({ method: 'POST', url: '/api/v1/auth/token', headers: { 'content-type': type } })
    assert.deepEqual([response.statusCode, response.json().error.details], [400, details], type)
  }
  assertError(await send({ path: '/api/v1/auth/token' }), { code: 'invalid_request', details })
})

test('checks the media type of a request with a body, and white space alone is not JSON', async (context) => {
  const { app, headers, create } = await start(context)
  const { id } = await create()
  for (const [type, payload, code] of [
    ['text/plain', '{}', 'unsupported_media_type'],
    ['application/x-www-form-urlencoded', 'a=1', 'unsupported_media_type'],
    ['application/json', ' ', 'invalid_json'],
    ['application/json', '{', 'invalid_json'],
  ] as const) {
    const url = `/admin/v1/licenses/${id}/suspend`
    const response = await app.inject({ method: 'POST', url, headers: { ...headers, 'content-type': type }, payload })
    assert.equal(response.json().error.code, code, type)
  }
})
