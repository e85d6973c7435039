import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { OPERATOR } from '@central-api/testing/licensing/fixture.ts'
import { startService, type TestResponse, type TestService } from '@central-api/testing/start-service.ts'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { SCAN_ERROR_CODES } from '../src/platforms/sandbox/scan-errors.ts'

const DEMO = { platform: 'sandbox', handle: 'demo' }
/** Header fields that HTTP and the framework add to any response. */
const OF_HTTP = [
  'x-content-type-options',
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'etag',
]
/** Only if a client requests it, or if a connected account needs its owner. */
const ASKED_FOR = ['content-encoding', 'x-connection-state']
const OF_PAGES = ['link', 'content-security-policy', 'referrer-policy', 'x-content-type-options', 'etag', 'vary']

type Response = {
  readonly headers: Readonly<Record<string, { readonly $ref: string }>>
  readonly content: Readonly<Record<string, unknown>>
}
type Document = {
  readonly paths: Record<string, Record<string, { readonly responses: Record<string, Response> }>>
  readonly components: { readonly headers: Record<string, { readonly schema: { readonly type?: string } }> }
}

/** Validates responses against the document that the same service serves. */
const createJudge = (document: Document) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addFormat('date-time', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  ajv.addSchema({ $id: 'doc', ...document })
  const pointer = (...keys: readonly string[]) =>
    `doc#/${keys.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`

  return (method: string, path: string, { status, headers, text, body }: TestResponse) => {
    const name = `${method} ${path} ${status} ${text.slice(0, 200)}`
    const response = document.paths[path]?.[method]?.responses[status]
    assert.ok(response, `${name}: the document knows no such status`)
    const [type = ''] = (headers['content-type'] ?? '').split(';')
    assert.ok(type in response.content, `${name}: the document knows no ${type}`)
    const isValid = ajv.compile({
      $ref: pointer('paths', path, method, 'responses', String(status), 'content', type, 'schema'),
    })
    assert.ok(isValid(type.includes('json') ? body : text), `${name}: ${ajv.errorsText(isValid.errors)}`)

    const documented = new Set(Object.keys(response.headers).map((header) => header.toLowerCase()))
    for (const [header, value] of Object.entries(headers)) {
      if (OF_HTTP.includes(header) || (type === 'text/html' && OF_PAGES.includes(header))) continue
      assert.ok(documented.has(header), `${name}: ${header} is not in the document`)
      const [key = ''] = Object.keys(document.components.headers).filter((known) => known.toLowerCase() === header)
      const { schema } = document.components.headers[key] ?? assert.fail(`${key} has no schema`)
      assert.ok(ajv.validate(schema, schema.type === 'integer' ? Number(value) : value), `${name}: ${header}: ${value}`)
    }
    if (status === 200) {
      for (const header of documented)
        assert.ok(header in headers || ASKED_FOR.includes(header), `${name}: ${header} is missing`)
    }
  }
}

describe('responses match the OpenAPI document', () => {
  let service: TestService
  let judge: ReturnType<typeof createJudge>
  let authorization = ''
  const stops: unknown[] = []

  before(async () => {
    service = await startService({ after: (stop) => stops.push(stop) })
    const { body } = await service.send({ method: 'GET', path: '/openapi.json' })
    judge = createJudge(body as unknown as Document)
    const { key } = await service.license({ mode: 'live' })
    authorization = (await service.authorize(key)).authorization
  })

  after(async () => {
    for (const stop of stops) if (typeof stop === 'function') await stop()
  })

  const send = async (path: string, body: unknown, headers: Record<string, string> = { authorization }) => {
    const reply = await service.post(path, body, headers)
    judge('post', `/api/v1${path}`, reply)
    return reply
  }

  test('tokens and their errors', async () => {
    const { key } = await service.license()
    assert.equal((await send('/auth/token', { licenseKey: key, siteId: 'https://blog.example' }, {})).status, 200)
    const suspended = await service.license()
    await service.parts.licenses.suspend(suspended.license.id, OPERATOR)
    const statuses = []
    for (const body of [
      { licenseKey: `${key.slice(0, -1)}!` },
      { licenseKey: 'ck_live_00000000000000000000000000000000000000' },
      { licenseKey: suspended.key },
      { licenseKey: 5 },
      {},
      '{',
      `{"licenseKey":"${'x'.repeat(20_000)}"}`,
    ]) {
      statuses.push((await send('/auth/token', body, {})).status)
    }
    assert.deepEqual(statuses, [400, 400, 403, 400, 400, 400, 413])
  })

  test('pages, from the first to the last', async () => {
    let { body } = await send('/scan-profile', DEMO)
    let pages = 1
    for (; typeof body.data?.nextCursor === 'string'; pages += 1) {
      body = (await send('/load-more-posts', { ...DEMO, cursor: body.data.nextCursor })).body
    }
    assert.equal(pages, 5)
    assert.equal((await send('/scan-profile', { ...DEMO, handle: 'empty' })).status, 200)
  })

  test('every error that a scan can return', async () => {
    // Only the last one is not an error of the endpoint: it belongs to load-more-posts.
    for (const code of SCAN_ERROR_CODES.filter((each) => each !== 'cursor_required')) {
      const { body } = await send('/scan-profile', { ...DEMO, handle: `error.${code}` })
      assert.equal(body.error?.code, code)
    }
  })

  test('selected posts, found and not found', async () => {
    const posts = [
      '1087',
      'https://sandbox.example/@demo/9999',
      'nothing',
      'https://sandbox.example/@error.platform_error/1',
    ]
    assert.equal((await send('/posts', { platform: 'sandbox', posts })).status, 200)
    assert.equal((await send('/posts', { platform: 'none', posts })).status, 422)
    assert.equal((await send('/posts', { platform: 'sandbox', posts: [] })).status, 400)
  })

  test('invalid requests and unknown clients', async () => {
    const requested: readonly (readonly [path: string, body: unknown, headers?: Record<string, string>])[] = [
      ['/load-more-posts', DEMO],
      ['/load-more-posts', { ...DEMO, cursor: 'made up' }],
      ['/scan-profile', { ...DEMO, variant: 'none' }],
      ['/scan-profile', { ...DEMO, handle: '?' }],
      ['/scan-profile', { platform: 'none', handle: 'demo' }],
      ['/scan-profile', { platform: 'sandbox' }],
      ['/scan-profile', DEMO, {}],
      ['/scan-profile', DEMO, { authorization: 'Bearer x' }],
      ['/scan-profile', DEMO, { authorization: `${authorization.slice(0, -4)}AAAA` }],
      ['/scan-profile', 'x', { authorization, 'content-type': 'text/plain' }],
      ['/validate-link', { url: 'http://127.0.0.1/' }],
      ['/validate-link', { url: 'no address' }],
      ['/validate-post', { url: 'https://www.youtube.com/@desk' }],
      ['/validate-post', { url: 'https://sandbox.example/@demo/9999' }],
    ]
    const codes = []
    for (const [path, body, headers] of requested) codes.push((await send(path, body, headers)).body.error?.code)
    assert.deepEqual(codes, [
      'cursor_required',
      'invalid_cursor',
      'variant_unknown',
      'handle_malformed',
      'platform_unknown',
      'invalid_request',
      'token_missing',
      'token_malformed',
      'token_invalid',
      'unsupported_media_type',
      'link_blocked',
      'link_malformed',
      'unsupported_post_url',
      'post_not_found',
    ])
  })

  test('a wrong method, and an exceeded quota', async () => {
    const other = await service.send({ method: 'PUT', path: '/api/v1/scan-profile', body: {} })
    judge('post', '/api/v1/scan-profile', other)
    await service.setPlan({ name: 'tiny', scans: 1, burst: 2 })
    const { key } = await service.license({ mode: 'live', plan: 'tiny' })
    const headers = await service.authorize(key)
    const statuses = []
    for (let count = 0; count < 3; count += 1)
      statuses.push((await send('/scan-profile', DEMO, headers)).body.error?.code)
    assert.deepEqual(statuses, [undefined, 'quota_exceeded', 'quota_exceeded'])
  })

  test('a post of validate-post', async () => {
    const { status } = await send('/validate-post', { url: 'https://sandbox.example/@demo/1086' })
    assert.equal(status, 200)
  })

  test('the account of a license, and a released site', async () => {
    assert.equal((await send('/account', {})).status, 200)
    assert.equal((await send('/account', { release: 'https://blog.example' })).status, 200)
    assert.equal((await send('/account', { release: '' })).status, 400)
    assert.equal((await send('/account', {}, {})).status, 401)
  })

  test('the connections of a license', async () => {
    assert.equal((await send('/connections', {})).status, 200)
    assert.equal((await send('/connections', { id: 'cn_none', disconnect: true })).status, 404)
    assert.equal((await send('/connections', { id: 'none' })).status, 400)
  })

  test('endpoints outside the API', async () => {
    const paths = ['/healthz', '/readyz', '/metrics', '/platforms', '/.well-known/jwks.json', '/openapi.json', '/docs']
    for (const path of [...paths, '/docs/errors']) {
      const reply = await service.send({ method: 'GET', path })
      assert.equal(reply.status, 200, path)
      judge('get', path, reply)
    }
    service.drain()
    const reply = await service.send({ method: 'GET', path: '/readyz' })
    assert.equal(reply.status, 503)
    judge('get', '/readyz', reply)
  })
})
