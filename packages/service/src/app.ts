// buildApp: what the service answers, without listening. Tests call it directly.

import { randomBytes } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { ApiError } from './errors.ts'
import { registerApi, sendError } from './http/api.ts'
import { errorEnvelope } from './http/envelope.ts'
import { registerHealth } from './http/health/routes.ts'
import { registerJwks } from './http/jwks/route.ts'
import { SERVER_LIMITS } from './http/limits.ts'
import { registerMetrics } from './http/metrics/route.ts'
import type { Parts } from './http/parts.ts'
import { createRequestIds } from './http/request-id.ts'

export const buildApp = (parts: Parts): FastifyInstance => {
  const { baseUrl, metrics, trustProxy } = parts
  const app = Fastify({
    // The service logs for itself: what it logs is chosen, and a logger for every request is not made.
    logger: false,
    trustProxy,
    genReqId: createRequestIds(`${randomBytes(6).toString('base64url').replaceAll('_', '.')}-`),
    bodyLimit: SERVER_LIMITS.bodyBytes,
    requestTimeout: SERVER_LIMITS.requestTimeoutMs,
    connectionTimeout: SERVER_LIMITS.connectionTimeoutMs,
    keepAliveTimeout: SERVER_LIMITS.keepAliveTimeoutMs,
    http: { maxHeaderSize: SERVER_LIMITS.headerBytes, headersTimeout: SERVER_LIMITS.headersTimeoutMs },
    // While it stops, the service still answers what arrives on open connections.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: true } },
    frameworkErrors: (error, request, reply) => sendError(parts, error, request, reply),
    clientErrorHandler(error, socket) {
      // Not HTTP, or too much of it: there is no request to answer, only a connection.
      if (error.code === 'ECONNRESET' || !socket.writable) return
      const code = error.code === 'HPE_HEADER_OVERFLOW' ? 'payload_too_large' : 'invalid_request'
      const body = JSON.stringify(errorEnvelope(new ApiError(code), baseUrl))
      const status = code === 'payload_too_large' ? '431 Request Header Fields Too Large' : '400 Bad Request'
      socket.end(
        `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
      )
    },
  })

  app.decorateRequest('caller', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    reply.header('cache-control', 'no-store')
    // While it stops, connections are given up one by one, after their answers.
    if (!parts.isAccepting()) reply.header('connection', 'close')
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    metrics.countRequest(request.routeOptions.url ?? 'unknown', reply.statusCode, reply.elapsedTime / 1000)
    done()
  })
  app.setErrorHandler((error, request, reply) => sendError(parts, error, request, reply))
  app.setNotFoundHandler((request, reply) => sendError(parts, new ApiError('not_found'), request, reply))

  registerApi(app, parts)
  registerHealth(app, parts)
  registerMetrics(app, parts)
  registerJwks(app, parts)
  return app
}
