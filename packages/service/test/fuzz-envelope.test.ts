import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertEveryResponse, assertForPeople } from '@central-api/testing/assert-response.ts'
import { startService } from '@central-api/testing/start-service.ts'
import fc from 'fast-check'
import { ERRORS, type ErrorCode } from '../src/errors.ts'

const RUNS = 1_000

const handle = fc.oneof(
  fc.constantFrom('demo', '@demo', 'empty', 'error.internal_error', 'error.platform_error', 'slow.0'),
  fc.string({ unit: 'binary' }),
)
const field = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 600 }),
  fc.jsonValue(),
  fc.constant(undefined),
  fc.constantFrom('../../etc/passwd', "' or 1=1; drop table licenses", '\u0000', '\ud800', '{{7*7}}', '__proto__'),
)
const seldom = fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: field })
const platform = fc.oneof(
  { weight: 5, arbitrary: fc.constant('sandbox') },
  { weight: 1, arbitrary: fc.constantFrom('nowhere', '__proto__', 'toString') },
  { weight: 1, arbitrary: field },
)
const body = fc.oneof(
  { weight: 5, arbitrary: fc.record({ platform, handle, variant: seldom, cursor: seldom, siteId: seldom }) },
  { weight: 1, arbitrary: fc.record({ licenseKey: field, siteId: field }, { requiredKeys: [] }) },
  { weight: 1, arbitrary: fc.dictionary(fc.string(), fc.jsonValue()) },
  { weight: 1, arbitrary: fc.jsonValue() },
)
const payload = fc.oneof(
  { weight: 5, arbitrary: body.map((value) => JSON.stringify(value) ?? '') },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string() },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)) },
)
const path = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('/auth/token', '/scan-profile', '/load-more-posts') },
  { weight: 1, arbitrary: fc.webPath() },
  { weight: 1, arbitrary: fc.constantFrom('/%', '//', '/scan-profile/', '/%00', '/scan-profile?%zz', '/..') },
)
/** Characters that a header can contain. */
const value = fc.string({
  unit: fc.constantFrom(...Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at))),
  maxLength: 60,
})
const headers = fc.record(
  {
    'content-type': fc.oneof(
      { weight: 6, arbitrary: fc.constant('application/json') },
      { weight: 1, arbitrary: value },
    ),
    'x-request-id': value,
    'x-forwarded-for': value,
    accept: value,
    origin: value,
    'content-encoding': fc.constantFrom('gzip', 'identity'),
  },
  { requiredKeys: ['content-type'] },
)

test('any request gets an enveloped response with a known code and its status, never internal_error or internal data', async (context) => {
  const service = await startService(context)
  await service.setPlan({ name: 'plenty', scans: 1_000_000, burst: 1_000_000, sites: 5 })
  const { key } = await service.license({ plan: 'plenty' })
  const { authorization } = await service.authorize(key)
  const seen = new Set<string>()

  const authorizations = fc.oneof(
    { weight: 8, arbitrary: fc.constant(authorization) },
    { weight: 1, arbitrary: value },
    { weight: 1, arbitrary: value.map((text) => `Bearer ${text}`) },
  )
  await fc.assert(
    fc.asyncProperty(path, payload, headers, authorizations, async (where, what, fields, bearer) => {
      const response = await service.send({
        path: `/api/v1${where}`,
        body: what,
        headers: { ...fields, authorization: bearer },
      })
      assertEveryResponse(response)
      assert.equal(response.headers['content-type'], 'application/json; charset=utf-8')
      if (response.body.ok === true) {
        assert.deepEqual(Object.keys(response.body), ['ok', 'data'])
        assert.equal(response.status, 200)
        seen.add('ok')
        return
      }
      const { ok, error } = response.body
      assert.equal(ok, false)
      assert.ok(error)
      seen.add(error.code)
      const wanted = what.toString().includes('error.internal_error')
      assert.ok(wanted || error.code !== 'internal_error', JSON.stringify(what))
      assert.ok(Object.hasOwn(ERRORS, error.code))
      assert.equal(response.status, ERRORS[error.code as ErrorCode].status)
      assertForPeople(error.message)
      const keys = ['code', 'message', ...(error.details === undefined ? [] : ['details']), 'retryable', 'docs']
      assert.deepEqual(Object.keys(error), keys)
      if (error.code === 'invalid_request') assert.ok(Array.isArray(error.details) && error.details.length > 0)
    }),
    { numRuns: RUNS, seed: 20300115 },
  )
  // The fuzzing reached enough different outcomes.
  for (const outcome of [
    'ok',
    'invalid_json',
    'invalid_request',
    'not_found',
    'token_missing',
    'unsupported_media_type',
    'handle_malformed',
    'platform_unknown',
  ]) {
    assert.ok(seen.has(outcome), `${outcome} was never met: ${[...seen]}`)
  }
})
