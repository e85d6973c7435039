import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import type { MediaResult, Refusal } from '../../media/media-result.ts'
import { sendImage } from './send-image.ts'

const BYTES = Buffer.from('GIF89a\u0001<script>alert(1)</script>', 'latin1')
const IMAGE: MediaResult = { type: 'image/gif', extension: 'gif', bytes: BYTES, etag: '"abc"' }

const send = (result: MediaResult, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
  const app = Fastify()
  app.get('/media/*', (request, reply) => sendImage(request, reply, result, { hold: () => true }))
  return app.inject({ method, url: '/media/x', headers })
}

const SAFE = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
}

const withoutTransport = (headers: Record<string, unknown>): Record<string, unknown> => {
  const { date, connection, ...rest } = headers
  return rest
}

test('an image is sent as what it is, to pages of any origin, and runs nothing', async () => {
  const { statusCode, headers, rawPayload } = await send(IMAGE)
  assert.equal(statusCode, 200)
  assert.deepEqual(withoutTransport(headers), {
    ...SAFE,
    'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
    etag: '"abc"',
    'content-disposition': 'inline; filename="image.gif"',
    'content-type': 'image/gif',
    'content-length': String(BYTES.length),
  })
  assert.ok(rawPayload.equals(BYTES))
})

test('HEAD has the same headers and no body', async () => {
  const { statusCode, headers, rawPayload } = await send(IMAGE, {}, 'HEAD')
  assert.deepEqual([statusCode, headers['content-length'], rawPayload.length], [200, String(BYTES.length), 0])
})

test('a client that has the image gets no body', async () => {
  for (const tags of ['"abc"', 'W/"abc"', '"x", "abc"', '*']) {
    const { statusCode, headers, rawPayload } = await send(IMAGE, { 'if-none-match': tags })
    assert.deepEqual([statusCode, headers.etag, rawPayload.length], [304, '"abc"', 0], tags)
    assert.equal(headers['cache-control'], 'public, max-age=86400, stale-while-revalidate=604800')
  }
  for (const tags of ['"ab"', 'abc', '"abcd"', ''])
    assert.equal((await send(IMAGE, { 'if-none-match': tags })).statusCode, 200, tags)
})

test('a refusal is short text that is kept for minutes, and a temporary one is not kept', async () => {
  const refusals: readonly (readonly [Refusal, string])[] = [
    [{ status: 404 }, 'public, max-age=300'],
    [{ status: 410 }, 'public, max-age=300'],
    [{ status: 415 }, 'public, max-age=300'],
    [{ status: 503, retryAfterSeconds: 2 }, 'no-store'],
  ]
  for (const [refusal, kept] of refusals) {
    const { statusCode, headers, body } = await send(refusal)
    assert.equal(statusCode, refusal.status)
    assert.deepEqual(withoutTransport(headers), {
      ...SAFE,
      'cache-control': kept,
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(body.length),
      ...(refusal.retryAfterSeconds !== undefined && { 'retry-after': String(refusal.retryAfterSeconds) }),
    })
    assert.match(body, /^(?:There is|This|The image) .+\.\n$/)
  }
})
