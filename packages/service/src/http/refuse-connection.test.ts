import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import { test } from 'node:test'
import { refuseConnection } from './refuse-connection.ts'

/** What is sent on a connection that broke in this way. */
const refuse = (code: string, { writable = true, bytesRead = 20 }: { writable?: boolean; bytesRead?: number } = {}) => {
  let sent = ''
  const socket = Object.assign(new Socket(), {
    end(text: string) {
      sent += text
      return socket
    },
  })
  Object.defineProperties(socket, { writable: { value: writable }, bytesRead: { value: bytesRead } })
  refuseConnection(Object.assign(new Error('x'), { code }), socket, 'id-1', 'https://central.example')
  return { sent, destroyed: socket.destroyed }
}

test('a request that does not arrive in time is invalid_request, whole with its headers', () => {
  const { sent } = refuse('ERR_HTTP_REQUEST_TIMEOUT')
  const body = JSON.stringify({
    ok: false,
    error: {
      code: 'invalid_request',
      message: 'The request did not arrive in time',
      details: [{ field: 'request', message: 'did not arrive in time' }],
      retryable: false,
      docs: 'https://central.example/docs/errors#invalid_request',
    },
  })
  assert.equal(
    sent,
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nX-Request-Id: id-1\r\nConnection: close\r\n\r\n${body}`,
  )
})

test('nothing is sent where nobody listens any more', () => {
  assert.deepEqual(refuse('ECONNRESET'), { sent: '', destroyed: true })
  assert.deepEqual(refuse('HPE_INVALID_METHOD', { writable: false }), { sent: '', destroyed: true })
})

test('a connection that has asked nothing is closed without a word', () => {
  const silent = { sent: '', destroyed: true }
  // Line ends, which a server passes over before a request, and less than a request line.
  for (const bytesRead of [1, 2, 4, 13]) assert.deepEqual(refuse('ERR_HTTP_REQUEST_TIMEOUT', { bytesRead }), silent)
  assert.match(refuse('ERR_HTTP_REQUEST_TIMEOUT', { bytesRead: 14 }).sent, /^HTTP\/1\.1 400 /)
  assert.match(refuse('HPE_INVALID_METHOD', { bytesRead: 4 }).sent, /is not HTTP/)
})

test('one that has sent nothing is left open, and its first request is answered', async (context) => {
  const server = createServer({ headersTimeout: 20, connectionsCheckingInterval: 5 }, (_request, response) => {
    response.end('fine')
  })
  context.after(() => server.close())
  const expired = new Promise<void>((resolve) => {
    server.once('clientError', (error, socket) => {
      refuseConnection(error, socket as Socket, 'id-1', 'https://central.example')
      resolve()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  context.after(() => socket.destroy())
  await expired
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  let answer = ''
  for await (const piece of socket) answer += piece
  assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/)
})
