import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import zlib from 'node:zlib'
import { assertError } from '@central-api/testing/assert-response.ts'
import { startClient } from '@central-api/testing/start-client.ts'

const DECODE: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: zlib.gunzipSync,
  zstd: zlib.zstdDecompressSync,
  br: zlib.brotliDecompressSync,
  identity: (bytes) => bytes,
}

const SCAN = { path: '/scan-profile', body: { platform: 'sandbox', handle: 'demo' } }
const LINK = { path: '/validate-link', body: { url: 'https://central.example/sandbox/news/1004' } }
const TOKEN = { path: '/auth/token', body: { siteId: `https://blog.example/${'x'.repeat(200)}` } }
const POSTS = { path: '/posts', body: { platform: 'sandbox', posts: ['1087', '1086', '1085', '1084'] } }

const start = async (context: TestContext) => {
  const service = await startClient(context)
  const request = async ({ path, body }: { path: string; body: unknown }, accepted?: string) => {
    const { statusCode, headers, rawPayload } = await service.app.inject({
      method: 'POST',
      url: `/api/v1${path}`,
      headers: {
        ...service.headers,
        'content-type': 'application/json',
        ...(accepted !== undefined && { 'accept-encoding': accepted }),
      },
      payload: JSON.stringify(body),
    })
    assert.equal(headers['content-length'], String(rawPayload.length))
    assert.equal(headers.vary, path === TOKEN.path ? undefined : 'Accept-Encoding')
    const coding = String(headers['content-encoding'] ?? 'identity')
    const text = DECODE[coding]?.(rawPayload).toString() ?? assert.fail(coding)
    return { status: statusCode, headers, coding, bytes: rawPayload.length, text }
  }
  return { ...service, request }
}

const AS_ADMIN = { authorization: `Bearer ${'x'.repeat(16)}` }

/** Bodies that claim to be compressed, whether they are or not. */
const CODED: readonly (readonly [coding: string, pack: (body: string) => string | Buffer])[] = [
  ['gzip', zlib.gzipSync],
  ['GZIP', zlib.gzipSync],
  ['br', zlib.brotliCompressSync],
  ['deflate', zlib.deflateSync],
  ['zstd', zlib.zstdCompressSync],
  ['identity, gzip', zlib.gzipSync],
  ['gzip, gzip', (body) => zlib.gzipSync(zlib.gzipSync(body))],
  ['gzip', (body) => body],
  ['compress', () => Buffer.alloc(200_000)],
]

test('a compressed body is unsupported_media_type on every endpoint that reads one, with the accepted codings', async (context) => {
  const { send, headers: client } = await startClient(context, { environment: { ADMIN_TOKEN: 'x'.repeat(16) } })
  const paths: readonly (readonly [path: string, headers: Readonly<Record<string, string>>])[] = [
    ['/api/v1/auth/token', {}],
    ...['scan-profile', 'load-more-posts', 'posts', 'validate-link', 'validate-post', 'account'].map(
      (name) => [`/api/v1/${name}`, client] as const,
    ),
    ['/admin/v1/licenses', AS_ADMIN],
    ['/admin/v1/licenses/suspend', AS_ADMIN],
  ]
  for (const [path, headers] of paths) {
    for (const [coding, pack] of CODED) {
      const body = pack(JSON.stringify({ licenseKey: 'x' }))
      const response = await send({ path, body, headers: { ...headers, 'content-encoding': coding } })
      assertError(response, { code: 'unsupported_media_type' })
      assert.equal(response.headers['accept-encoding'], 'identity')
      assert.equal(response.body.error?.message, 'The body must not be compressed')
    }
  }
})

test('reads a body whose coding is identity, also with a charset in place of the coding', async (context) => {
  const { post } = await startClient(context)
  for (const coding of ['identity', 'Identity', '', 'utf-8', 'UTF-8']) {
    const response = await post('/auth/token', { licenseKey: 'ck_live_x' }, { 'content-encoding': coding })
    assertError(response, { code: 'license_malformed' })
  }
})

for (const [name, question] of Object.entries({ 'a page': SCAN, 'a link': LINK, 'a choice of posts': POSTS })) {
  test(`${name} has the requested coding and the same content in each`, async (context) => {
    const { request } = await start(context)
    const plain = await request(question)
    assert.deepEqual([plain.status, plain.coding], [200, 'identity'])
    assert.equal(JSON.parse(plain.text).ok, true)
    for (const coding of ['gzip', 'zstd', 'br']) {
      const coded = await request(question, coding)
      assert.deepEqual([coded.status, coded.coding, coded.text], [200, coding, plain.text])
      assert.ok(coded.bytes < plain.text.length / 2)
    }
    assert.equal((await request(question, 'deflate')).coding, 'identity')
    assert.equal((await request(question, 'gzip, deflate, br, zstd')).coding, 'gzip')
  })
}

test('fields that differ between responses are exact in every coding', async (context) => {
  const { request, clock } = await start(context)
  const reported = async (accepted?: string) => {
    const { headers } = await request(SCAN, accepted)
    return [headers['x-cache'], headers.age, headers['x-quota-used']]
  }
  assert.deepEqual(await reported('gzip'), ['miss', '0', '1'])
  clock.at += 42_000
  assert.deepEqual(await reported('gzip'), ['hit', '42', '2'])
  assert.deepEqual(await reported('br'), ['hit', '42', '3'])
  assert.deepEqual(await reported(), ['hit', '42', '4'])
})

test('the cursor of a compressed page works, whatever the coding', async (context) => {
  const { request } = await start(context)
  const { nextCursor } = JSON.parse((await request(SCAN, 'gzip')).text).data
  const next = { path: '/load-more-posts', body: { ...SCAN.body, cursor: nextCursor } }
  const [coded, plain] = [await request(next, 'zstd'), await request(next)]
  assert.deepEqual([coded.status, coded.coding, coded.text], [200, 'zstd', plain.text])
})

test('a short response is not compressed, unless the client refuses identity', async (context) => {
  const { request } = await start(context)
  const question = { path: '/scan-profile', body: { platform: 'sandbox', handle: 'empty' } }
  const plain = await request(question, 'gzip')
  assert.deepEqual([plain.status, plain.coding], [200, 'identity'])
  assert.ok(plain.bytes < 1_024, String(plain.bytes))
  const coded = await request(question, 'gzip, identity;q=0')
  assert.deepEqual([coded.coding, coded.text], ['gzip', plain.text])
})

test('long errors and other long responses are compressed, too', async (context) => {
  const { request } = await start(context)
  const wrong = {
    path: '/scan-profile',
    body: { platform: 'sandbox', handle: 'x'.repeat(300), variant: 'y'.repeat(32) },
  }
  const refused = await request(wrong, 'identity;q=0, gzip')
  assert.deepEqual([refused.status, refused.coding], [422, 'gzip'])
  assert.equal(JSON.parse(refused.text).error.code, 'variant_unknown')
  const account = await request({ path: '/account', body: {} }, 'identity;q=0, br')
  assert.deepEqual([account.status, account.coding], [200, 'br'])
  assert.equal(JSON.parse(account.text).ok, true)
})

test('a response with a token is never compressed', async (context) => {
  const { request, key } = await start(context)
  for (const accepted of ['gzip', 'br, identity;q=0', '*, identity;q=0']) {
    const { status, coding } = await request({ ...TOKEN, body: { ...TOKEN.body, licenseKey: key } }, accepted)
    assert.deepEqual([status, coding], [200, 'identity'])
  }
})
