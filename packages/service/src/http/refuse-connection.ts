// Responds to connections whose data is not HTTP, too large or too slow: there is no request yet. It sends an error in
// the envelope and closes the connection. A connection that has sent no request gets no response: a client that sends
// its first request at that moment would take it for the response to it (RFC 9112, section 9.5).

import type { Socket } from 'node:net'
import { ApiError } from '../errors.ts'
import { errorEnvelope } from './envelope.ts'

const TOO_LARGE = new ApiError('payload_too_large')
const TOO_SLOW = new ApiError('invalid_request', {
  message: 'The request did not arrive in time',
  details: [{ field: 'request', message: 'did not arrive in time' }],
})
const NOT_HTTP = new ApiError('invalid_request', {
  message: 'The request is not HTTP',
  details: [{ field: 'request', message: 'is not HTTP' }],
})

const TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT'
/** `GET / HTTP/1.1`. Anything shorter is no request. */
const SHORTEST_REQUEST_BYTES = 14

/** By the code of Node's parser. */
const REFUSALS: Readonly<Record<string, ApiError>> = {
  HPE_HEADER_OVERFLOW: TOO_LARGE,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: TOO_LARGE,
  [TIMEOUT]: TOO_SLOW,
}

const REASONS: Readonly<Record<number, string>> = { 400: 'Bad Request', 413: 'Content Too Large' }

export const refuseConnection = (
  { code = '' }: NodeJS.ErrnoException,
  socket: Socket,
  requestId: string,
  baseUrl: string,
): void => {
  // Opened before its first request. `connectionTimeout` closes it.
  if (code === TIMEOUT && socket.bytesRead === 0) return
  const hasNoRequest = code === TIMEOUT && socket.bytesRead < SHORTEST_REQUEST_BYTES
  if (code === 'ECONNRESET' || !socket.writable || hasNoRequest) {
    socket.destroy()
    return
  }
  const error = REFUSALS[code] ?? NOT_HTTP
  const body = JSON.stringify(errorEnvelope(error, baseUrl))
  const head = [
    `HTTP/1.1 ${error.status} ${REASONS[error.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
