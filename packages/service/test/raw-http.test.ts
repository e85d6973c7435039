// Raw bytes: not HTTP, or HTTP to which Node or the framework would respond itself.

import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { assertError, type ExpectedError } from '@central-api/testing/assert-response.ts'
import { startService, type TestResponse } from '@central-api/testing/start-service.ts'
import { SERVER_LIMITS } from '../src/http/limits.ts'

/** Sends the bytes on a new connection, and returns everything that arrives until the service closes it. */
const talk = async (origin: string, ...bytes: readonly (string | Buffer)[]): Promise<string> => {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  const closed = new Promise<void>((resolve, reject) => {
    socket.once('end', resolve)
    socket.once('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? resolve() : reject(error)))
  })
  for (const part of bytes) socket.write(part)
  await closed
  socket.destroy()
  return Buffer.concat(chunks).toString()
}

const parse = (text: string): TestResponse => {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  const headers = Object.fromEntries(
    fields.map((field) => field.toLowerCase().split(/: (.*)/s, 2)),
  ) as TestResponse['headers']
  // The case of the rest of the message is kept.
  return { status: Number(line.split(' ')[1]), headers, text: body, body: body === '' ? {} : JSON.parse(body) }
}

const request = (...lines: readonly string[]) => `${lines.join('\r\n')}\r\n\r\n`
const POST = 'POST /api/v1/auth/token HTTP/1.1'
const CLOSE = ['Host: x', 'Connection: close'] as const
const JSON_TYPE = 'Content-Type: application/json'
const CHUNKED = 'Transfer-Encoding: chunked'
const NO_FIELDS = { code: 'invalid_request', details: [{ field: 'licenseKey', message: 'is required' }] } as const
const NOT_HTTP = { code: 'invalid_request', details: [{ field: 'request', message: 'is not HTTP' }] } as const

const RAW: Readonly<Record<string, readonly [bytes: string | Buffer, expected: ExpectedError]>> = {
  'what is no HTTP': [request('hello there'), NOT_HTTP],
  'a TLS hello': [Buffer.from('16030100c8010000c40303', 'hex'), NOT_HTTP],
  'a method that there is not': [request('BREW /api/v1/auth/token HTTP/1.1', ...CLOSE), NOT_HTTP],
  'a version that there is not': [request('POST /api/v1/auth/token HTTP/7.3', ...CLOSE), NOT_HTTP],
  'two hosts': [
    `${request(POST, ...CLOSE, 'HOST: y', JSON_TYPE, 'Content-Length: 18')}{"licenseKey":"x"}`,
    { code: 'invalid_request', details: [{ field: 'host', message: 'must be sent once' }] },
  ],
  ...Object.fromEntries(
    ['x, y', 'x,y', 'x/y', 'user@x', 'x:port', '[::1', '[x]'].map((host) => [
      `"${host}" for a host`,
      [
        request(POST, `Host: ${host}`, 'Connection: close'),
        {
          code: 'invalid_request',
          details: [{ field: 'host', message: 'must be a host name or an IP address, with an optional port' }],
        },
      ],
    ]),
  ),
  ...Object.fromEntries(
    ['', 'x:8080', '127.0.0.1', '[::1]:8080', 'a_b.example.'].map((host) => [
      `"${host}" for a host, which may be one`,
      [
        `${request(POST, `Host: ${host}`, 'Connection: close', JSON_TYPE, 'Content-Length: 18')}{"licenseKey":"x"}`,
        { code: 'license_malformed' },
      ],
    ]),
  ),
  'a header without a name': [request(POST, ...CLOSE, ': x'), NOT_HTTP],
  'a header with a line break in it': [request(POST, ...CLOSE, 'X-A: b\rc'), NOT_HTTP],
  'a length that is not a number': [request(POST, ...CLOSE, JSON_TYPE, 'Content-Length: ten'), NOT_HTTP],
  'a negative length': [request(POST, ...CLOSE, JSON_TYPE, 'Content-Length: -1'), NOT_HTTP],
  'two lengths': [request(POST, ...CLOSE, JSON_TYPE, 'Content-Length: 2', 'Content-Length: 3'), NOT_HTTP],
  'a length and chunks': [
    request(POST, ...CLOSE, JSON_TYPE, 'Content-Length: 2', 'Transfer-Encoding: chunked'),
    NOT_HTTP,
  ],
  'a chunk whose length is no number': [
    `${request(POST, ...CLOSE, JSON_TYPE, 'Transfer-Encoding: chunked')}zz\r\n`,
    NOT_HTTP,
  ],
  'headers of more than 16 KiB': [
    request(POST, ...CLOSE, `X-Long: ${'x'.repeat(SERVER_LIMITS.headerBytes)}`),
    { code: 'payload_too_large' },
  ],
  'an address of more than 16 KiB': [
    request(`POST /${'x'.repeat(SERVER_LIMITS.headerBytes)} HTTP/1.1`, ...CLOSE),
    { code: 'payload_too_large' },
  ],
  'a length of more than 16 KiB, before the body': [
    request(POST, ...CLOSE, JSON_TYPE, `Content-Length: ${SERVER_LIMITS.bodyBytes + 1}`),
    { code: 'payload_too_large' },
  ],
  'chunks of more than 16 KiB': [
    `${request(POST, ...CLOSE, JSON_TYPE, 'Transfer-Encoding: chunked')}4001\r\n${'x'.repeat(0x4001)}\r\n0\r\n\r\n`,
    { code: 'payload_too_large' },
  ],
  'a body that says not what it is': [
    `${request(POST, ...CLOSE, 'Content-Length: 2')}{}`,
    { code: 'unsupported_media_type' },
  ],
  'an empty content type': [
    `${request(POST, ...CLOSE, 'Content-Type: ', 'Content-Length: 2')}{}`,
    { code: 'unsupported_media_type' },
  ],
  'a declared length of nothing': [request(POST, ...CLOSE, JSON_TYPE, 'Content-Length: 0'), NO_FIELDS],
  'a media type, and no length': [request(POST, ...CLOSE, JSON_TYPE), NO_FIELDS],
  'chunks, of which there is none': [`${request(POST, ...CLOSE, JSON_TYPE, CHUNKED)}0\r\n\r\n`, NO_FIELDS],
  'no host': [
    request(POST, 'Connection: close'),
    { code: 'invalid_request', details: [{ field: 'host', message: 'is required' }] },
  ],
  'an expectation that nobody knows': [
    `${request(POST, ...CLOSE, JSON_TYPE, 'Expect: a-miracle', 'Content-Length: 18')}{"licenseKey":"x"}`,
    { code: 'license_malformed' },
  ],
  'an upgrade to another protocol': [
    `${request(POST, 'Host: x', 'Connection: close, Upgrade', 'Upgrade: websocket', JSON_TYPE, 'Content-Length: 18')}{"licenseKey":"x"}`,
    { code: 'license_malformed' },
  ],
  'the address in its absolute form': [
    `${request('POST http://any.example/api/v1/auth/token HTTP/1.1', ...CLOSE, JSON_TYPE, 'Content-Length: 18')}{"licenseKey":"x"}`,
    { code: 'license_malformed' },
  ],
  'an asterisk for an address': [request('OPTIONS * HTTP/1.1', ...CLOSE), { code: 'not_found' }],
  'HTTP/1.0, which needs no host': [
    `${request('POST /api/v1/auth/token HTTP/1.0', JSON_TYPE, 'Content-Length: 18')}{"licenseKey":"x"}`,
    { code: 'license_malformed' },
  ],
}

test('any bytes get a response in the envelope with a request id', async (context) => {
  const { origin } = await startService(context, { listens: true })
  for (const [name, [bytes, expected]] of Object.entries(RAW)) {
    await context.test(name, async () => assertError(parse(await talk(origin, bytes)), expected))
  }
})

test('the service responds to 100-continue before the body', async (context) => {
  const { origin } = await startService(context, { listens: true })
  const response = await talk(
    origin,
    request(POST, ...CLOSE, JSON_TYPE, 'Expect: 100-continue', 'Content-Length: 18'),
    '{"licenseKey":"x"}',
  )
  assert.ok(response.startsWith('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 400 Bad Request\r\n'), response)
})

test('pipelined requests get their responses in order', async (context) => {
  const { origin } = await startService(context, { listens: true })
  const one = (id: string, ...more: string[]) =>
    request('GET /healthz HTTP/1.1', 'Host: x', `X-Request-Id: ${id}`, ...more)
  const responses = await talk(origin, one('a') + one('b') + one('c', 'Connection: close'))
  assert.deepEqual(
    [...responses.matchAll(/^x-request-id: (.)/gim)].map(([, id]) => id),
    ['a', 'b', 'c'],
  )
})
