import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, assertEveryResponse, quotaOf } from '@central-api/testing/assert-response.ts'
import { DEMO, pageOf, quotaAfter, startClient } from '@central-api/testing/start-client.ts'
import { START } from '@central-api/testing/start-service.ts'
import { Compile } from 'typebox/compile'
import { createGatedPlatform } from '../../../test/gated-platform.ts'
import { ERROR_CODES, ERRORS } from '../../errors.ts'
import { sandbox } from '../../platforms/sandbox/sandbox.ts'
import { SCAN_ERROR_CODES, scanError } from '../../platforms/sandbox/scan-errors.ts'
import { PageData } from './schema.ts'

test('pages through the sandbox to its end: 95 posts, no duplicates, one form, one scan per page', async (context) => {
  const { scan, more } = await startClient(context)
  const isPage = Compile(PageData)
  const ids: string[] = []
  let pages = 0
  for (let cursor: string | null | undefined; cursor !== null; pages += 1) {
    const response = cursor === undefined ? await scan(DEMO) : await more({ ...DEMO, cursor })
    assert.equal(response.status, 200)
    assertEveryResponse(response)
    assert.equal(response.headers['content-type'], 'application/json; charset=utf-8')
    assert.equal(response.headers['x-cache'], 'miss')
    assert.equal(response.headers.age, '0')
    assert.deepEqual(quotaOf(response), quotaAfter(pages + 1))
    assert.deepEqual(Object.keys(response.body), ['ok', 'data'])
    assert.deepEqual(Object.keys(response.body.data ?? {}), ['body', 'fetchedAt', 'nextCursor'])
    assert.ok(isPage.Check(response.body.data), JSON.stringify([...isPage.Errors(response.body.data)].slice(0, 3)))
    assert.equal(response.body.data?.fetchedAt, new Date(START).toISOString())
    const { body, nextCursor } = pageOf(response)
    assert.deepEqual(Object.keys(body), ['platform', 'handle', 'variant', 'profile', 'posts'])
    assert.equal(body.posts.length, nextCursor === null ? 15 : 20)
    ids.push(...body.posts.map(({ id }) => id))
    cursor = nextCursor
  }
  assert.equal(pages, 5)
  assert.equal(ids.length, 95)
  assert.equal(new Set(ids).size, 95)
})

test('scan-profile takes a cursor, too, and both endpoints return the same bytes', async (context) => {
  const { scan, more } = await startClient(context)
  const { nextCursor } = pageOf(await scan(DEMO))
  const second = await scan({ ...DEMO, cursor: nextCursor })
  const again = await more({ ...DEMO, cursor: nextCursor })
  assert.equal(second.headers['x-cache'], 'miss')
  assert.equal(again.headers['x-cache'], 'hit')
  assert.equal(again.text, second.text)
})

test('a profile without posts, another variant, any spelling of the handle', async (context) => {
  const { scan } = await startClient(context)
  const empty = pageOf(await scan({ platform: 'sandbox', handle: 'empty' }))
  assert.deepEqual([empty.body.posts, empty.nextCursor], [[], null])
  for (const handle of ['@Demo', 'https://sandbox.example/@demo', 'demo@sandbox.example', ' demo ']) {
    const response = await scan({ platform: 'sandbox', handle, variant: 'media' })
    assert.deepEqual(Object.entries(response.body.data?.body ?? {}).slice(0, 3), [
      ['platform', 'sandbox'],
      ['handle', 'demo'],
      ['variant', 'media'],
    ])
  }
})

test('an invalid request is reported by its code, costs nothing, and has the quota status', async (context) => {
  const { scan, more } = await startClient(context)
  const problem = (field: string, message: string) =>
    ({ code: 'invalid_request', details: [{ field, message }] }) as const
  const required = (field: string) => ({ field, message: 'is required' })
  let refused = 0
  /** Nothing of the month, and one more of the minute. */
  const none = () => {
    refused += 1
    return quotaAfter(0, { burstUsed: refused })
  }
  const cases = [
    [{}, { code: 'invalid_request', details: [required('platform'), required('handle')] }],
    [{ handle: 'demo' }, problem('platform', 'is required')],
    [{ platform: 'sandbox', handle: '' }, problem('handle', 'must not be empty')],
    [{ platform: 'sandbox', handle: 'x'.repeat(513) }, problem('handle', 'must have at most 512 characters')],
    [{ platform: 'sandbox', handle: ['demo'] }, problem('handle', 'must be text')],
    [{ platform: 1, handle: 'demo' }, problem('platform', 'must be text')],
    [{ ...DEMO, variant: 'x'.repeat(33) }, problem('variant', 'must have at most 32 characters')],
    [{ ...DEMO, variant: null }, problem('variant', 'must be text')],
    [{ ...DEMO, cursor: '' }, problem('cursor', 'must not be empty')],
    [{ ...DEMO, cursor: 'x'.repeat(4097) }, problem('cursor', 'must have at most 4096 characters')],
    [{ ...DEMO, siteId: 'x'.repeat(256) }, problem('siteId', 'must have at most 255 characters')],
    [{ ...DEMO, siteId: ' ' }, problem('siteId', 'must name a site')],
    [{ platform: 'nowhere', handle: 'demo' }, { code: 'platform_unknown' }],
    [{ platform: 'Sandbox', handle: 'demo' }, { code: 'platform_unknown' }],
    [{ platform: 'constructor', handle: 'demo' }, { code: 'platform_unknown' }],
    [{ ...DEMO, variant: 'dreams' }, { code: 'variant_unknown' }],
    [{ ...DEMO, variant: '__proto__' }, { code: 'variant_unknown' }],
    [{ platform: 'sandbox', handle: 'nobody we know' }, { code: 'handle_malformed' }],
    [{ ...DEMO, cursor: 'made up' }, { code: 'invalid_cursor' }],
    ['{"platform":', { code: 'invalid_json' }],
    [Buffer.from('{"platform":"\xff"}', 'latin1'), { code: 'invalid_json' }],
    ['null', problem('body', 'must be an object')],
    ['[]', problem('body', 'must be an object')],
    ['x'.repeat(16_385), { code: 'payload_too_large' }],
  ] as const
  for (const [body, expected] of cases) {
    const isObject = typeof body === 'object' && !Buffer.isBuffer(body)
    for (const response of [await scan(body), await more(isObject ? { cursor: 'x', ...body } : body)]) {
      assertError(response, expected)
      assert.deepEqual(quotaOf(response), none())
      assert.equal(response.headers['x-cache'], undefined)
    }
  }
  const asText = await scan(JSON.stringify(DEMO), { 'content-type': 'text/plain' })
  assertError(asText, { code: 'unsupported_media_type' })
  assert.deepEqual(quotaOf(asText), none())
  const unmarked = await more(DEMO)
  assertError(unmarked, {
    code: 'cursor_required',
    details: [{ field: 'cursor', message: 'is required' }],
  })
  assert.match(unmarked.body.error?.message ?? '', /^The field cursor, the nextCursor of a page, is missing$/)
  assert.deepEqual(quotaOf(unmarked), none())
})

test('unknown fields are ignored', async (context) => {
  const { scan } = await startClient(context)
  const plain = await scan(DEMO)
  const more = await scan({ ...DEMO, newField: { deep: [1] }, limit: 5, after: 'x' })
  assert.equal(more.status, 200)
  assert.equal(more.text, plain.text)
})

test('the sandbox returns every error of a scan, with its headers, at no cost', async (context) => {
  const { scan } = await startClient(context, { platforms: [sandbox] })
  for (const [at, code] of SCAN_ERROR_CODES.entries()) {
    const response = await scan({ platform: 'sandbox', handle: `error.${code}` })
    const { details, retryAfterSeconds } = scanError(code)
    const retryAfter = response.headers['retry-after']
    const challenge =
      ERRORS[code].status === 401 && code !== 'token_missing' ? 'Bearer error="invalid_token"' : undefined
    assertError(response, {
      code,
      ...(details && { details }),
      ...(retryAfter !== undefined && { retryAfter: Number(retryAfter) }),
      ...(challenge !== undefined && { challenge }),
    })
    if (retryAfterSeconds !== undefined) assert.equal(retryAfter, `${retryAfterSeconds}`)
    if (['quota_exceeded', 'rate_limited', 'platform_rate_limited', 'unavailable'].includes(code))
      assert.ok(Number(retryAfter) > 0)
    assert.deepEqual(quotaOf(response), quotaAfter(0, { burstUsed: at + 1 }))
    assert.equal(response.headers['x-cache'], undefined)
  }
  for (const code of ERROR_CODES.filter((code) => !SCAN_ERROR_CODES.includes(code))) {
    assertError(await scan({ platform: 'sandbox', handle: `error.${code}` }), { code: 'handle_malformed' })
  }
})

test('a fault in a platform’s code is platform_error, reveals nothing, and is logged', async (context) => {
  const gated = createGatedPlatform()
  const { scan, log } = await startClient(context, { platforms: [gated.platform] })
  gated.failWith(new TypeError("Cannot read 'x' at /srv/secret.ts:1:2 select * from licenses"))
  const response = await scan({ platform: 'gated', handle: 'a' })
  assertError(response, { code: 'platform_error', retryAfter: Number(response.headers['retry-after']) })
  assert.deepEqual(quotaOf(response), quotaAfter(0, { burstUsed: 1 }))
  assert.ok(log.some((line) => line.includes('secret.ts')))
})
