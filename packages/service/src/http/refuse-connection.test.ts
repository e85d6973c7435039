import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import { test } from 'node:test'
import { refuseConnection } from './refuse-connection.ts'

/** The bytes sent on a connection that failed with this code. */
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

test('a request that does not arrive in time gets a complete invalid_request response', () => {
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

test('sends nothing if the client is gone', () => {
  assert.deepEqual(refuse('ECONNRESET'), { sent: '', destroyed: true })
  assert.deepEqual(refuse('HPE_INVALID_METHOD', { writable: false }), { sent: '', destroyed: true })
})

test('a connection without a request is closed without a response', () => {
  const silent = { sent: '', destroyed: true }
  // Line ends, which a server skips before a request, and less than a request line.
  for (const bytesRead of [1, 2, 4, 13]) assert.deepEqual(refuse('ERR_HTTP_REQUEST_TIMEOUT', { bytesRead }), silent)
  assert.match(refuse('ERR_HTTP_REQUEST_TIMEOUT', { bytesRead: 14 }).sent, /^HTTP\/1\.1 400 /)
  assert.match(refuse('HPE_INVALID_METHOD', { bytesRead: 4 }).sent, /is not HTTP/)
})

test('a connection that has sent nothing stays open, and its first request gets a response', async (context) => {
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
  let response = ''
  for await (const piece of socket) response += piece
  assert.match(response, /^HTTP\/1\.1 200 OK\r\n/)
})
