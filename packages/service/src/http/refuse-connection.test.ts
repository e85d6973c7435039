import assert from 'node:assert/strict'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { refuseConnection } from './refuse-connection.ts'

/** What is sent on a connection that broke in this way. */
const refuse = (code: string, writable = true) => {
  let sent = ''
  const socket = Object.assign(new Socket(), {
    end(text: string) {
      sent += text
      return socket
    },
  })
  Object.defineProperty(socket, 'writable', { value: writable })
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
  assert.deepEqual(refuse('HPE_INVALID_METHOD', false), { sent: '', destroyed: true })
})
