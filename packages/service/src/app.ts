// Builds the HTTP application without listening, so that tests can call it directly.

import { randomBytes } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { registerApi, sendError, sendStray } from './http/api.ts'
import { registerAssets } from './http/assets/routes.ts'
import { checkHost } from './http/check-host.ts'
import { CONNECT_PREFIX, registerConnect } from './http/connect/routes.ts'
import { CONSOLE_PREFIX, registerConsole } from './http/console/routes.ts'
import { registerDocsRedirects } from './http/docs/redirects.ts'
import { createAdminReference, createApiReference } from './http/docs/references.ts'
import { DOCS_PREFIX, registerDocs } from './http/docs/routes.ts'
import { tidyForwardedFor } from './http/forwarded-for.ts'
import { registerHealth } from './http/health/routes.ts'
import { createInFlight } from './http/in-flight.ts'
import { SERVER_LIMITS } from './http/limits.ts'
import { logRequests } from './http/log-request.ts'
import { registerMedia } from './http/media/routes.ts'
import { registerMetrics } from './http/metrics/route.ts'
import { registerOpenapi } from './http/openapi/route.ts'
import type { Parts } from './http/parts.ts'
import { prepareFirstRequests } from './http/prepare-first-requests.ts'
import { registerPublicDocuments } from './http/public-documents.ts'
import { readJson } from './http/read-json.ts'
import { refuseConnection } from './http/refuse-connection.ts'
import { REQUEST_CHECKS } from './http/request-checks.ts'
import { createRequestIds } from './http/request-id.ts'
import { addFields, addResponseHeaders, responseFields } from './http/response-headers.ts'
import { registerSandbox } from './http/sandbox/routes.ts'
import { traceRequests } from './http/trace-requests.ts'

/** The console is a package of its own: its pages are written against the admin API, which knows nothing of them. */
const CONSOLE = new URL('../../console/', import.meta.url)

export const buildApp = (parts: Parts): FastifyInstance => {
  const { baseUrl, trustProxy, adminToken } = parts
  const requestIds = createRequestIds(`${randomBytes(6).toString('base64url').replaceAll('_', '.')}-`)
  const nextId = () => requestIds({ headers: {} })
  const app = Fastify({
    // The service logs selected events itself. Fastify would create a logger for every request.
    logger: false,
    trustProxy,
    genReqId: requestIds,
    bodyLimit: SERVER_LIMITS.bodyBytes,
    requestTimeout: SERVER_LIMITS.requestTimeoutMs,
    connectionTimeout: SERVER_LIMITS.connectionTimeoutMs,
    keepAliveTimeout: SERVER_LIMITS.keepAliveTimeoutMs,
    http: {
      maxHeaderSize: SERVER_LIMITS.headerBytes,
      headersTimeout: SERVER_LIMITS.headersTimeoutMs,
      connectionsCheckingInterval: SERVER_LIMITS.timeoutCheckMs,
      // Node would respond without a body; `checkHost` below responds with one.
      requireHostHeader: false,
    },
    // While it stops, the service still responds on open connections.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    ...REQUEST_CHECKS,
    frameworkErrors(error, request, reply) {
      addFields(reply, responseFields(request))
      return sendError(parts, error, request, reply)
    },
    clientErrorHandler: (error, socket) => refuseConnection(error, socket, nextId(), baseUrl),
  })

  const inFlight = createInFlight({
    ...parts,
    giveUp: (error, request, reply) => sendError(parts, error, request, reply),
    onEnd: logRequests(parts),
  })
  if (parts.tracer) traceRequests(app, parts.tracer)
  app.decorateRequest('caller', undefined)
  app.decorateRequest('notes', undefined)
  app.addHook('onClose', async () => inFlight.stop())
  // Runs after listening starts, so that start-up does not wait for it.
  app.addHook('onListen', async () => void prepareFirstRequests())
  app.addHook('onRequest', (request, reply, done) => {
    if (trustProxy !== false) tidyForwardedFor(request)
    inFlight.enter(request, reply)
    // During shutdown each connection closes after its next response.
    if (!parts.keepsConnections()) reply.header('connection', 'close')
    done(checkHost(request.raw))
  })
  addResponseHeaders(app)
  app.setErrorHandler((error, request, reply) => {
    if (request.is404) sendStray(parts, request, reply)
    else sendError(parts, error, request, reply)
  })
  app.setNotFoundHandler((request, reply) => sendStray(parts, request, reply))
  readJson(app)
  // RFC 9110, section 10.1.1: the server may ignore an expectation that it does not support.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))

  registerApi(app, parts, inFlight)
  registerHealth(app, parts)
  registerMetrics(app, parts)
  registerAssets(app, [CONSOLE_PREFIX, DOCS_PREFIX, CONNECT_PREFIX])
  registerConsole(app, CONSOLE)
  registerSandbox(app, parts)
  registerConnect(app, parts)
  registerMedia(app, parts)

  const reference = createApiReference(baseUrl)
  registerPublicDocuments(app, parts, reference)
  const references = [reference]
  // Without an admin token the admin API does not exist: it is neither loaded nor documented.
  if (adminToken !== undefined) {
    const adminReference = createAdminReference(baseUrl)
    references.push(adminReference)
    registerOpenapi(app, adminReference)
    app.register(async (scope) => {
      const { registerAdmin } = await import('./http/admin/routes.ts')
      registerAdmin(scope, parts, adminToken)
    })
  }
  registerDocs(app, { baseUrl, references })
  registerDocsRedirects(app)
  return app
}
