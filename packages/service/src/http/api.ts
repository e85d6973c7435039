// Everything under /api/v1: the endpoints of the table, and the envelope around every response, including errors that
// the framework creates.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, ERRORS } from '../errors.ts'
import { MEDIA_PREFIX } from '../media/media-key.ts'
import { VARY } from './accept-encoding.ts'
import { identifyCaller } from './caller.ts'
import { allowOrigins } from './cors.ts'
import { encodeResponse } from './encode-response.ts'
import type { Endpoint } from './endpoint.ts'
import { API_PREFIX, ENDPOINTS } from './endpoints.ts'
import { errorEnvelope, errorHeaders } from './envelope.ts'
import type { InFlight } from './in-flight.ts'
import { countRefused } from './metered.ts'
import type { Parts } from './parts.ts'
import { notesOf } from './request-notes.ts'
import { suggestEndpoint } from './suggest-endpoint.ts'
import { toApiError } from './to-api-error.ts'

const PATHS: ReadonlySet<string> = new Set(ENDPOINTS.map(({ path }) => API_PREFIX + path))

/** Responds with an error of the table. Logs errors that concern the operator. */
export const sendError = (
  { baseUrl, log, faults }: Pick<Parts, 'baseUrl' | 'log' | 'faults'>,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const error = toApiError(thrown)
  request.span?.set({ 'central.error.code': error.code })
  notesOf(request).code = error.code
  const about = { requestId: request.id, code: error.code, route: request.routeOptions.url ?? null }
  // A client that hung up is not a fault of the service.
  if (error.status >= 500 && !reply.raw.destroyed) faults.report(about, error)
  else log.debug(about, ERRORS[error.code].title)
  return reply
    .code(error.status)
    .headers(errorHeaders(error))
    .type('application/json; charset=utf-8')
    .send(errorEnvelope(error, baseUrl))
}

const notFound = (path: string): ApiError => {
  const suggestion = suggestEndpoint(path)
  return new ApiError('not_found', suggestion === '' ? {} : { message: `${ERRORS.not_found.title}. ${suggestion}` })
}

/** Responds to requests for unknown paths and methods, whatever their body. */
export const sendStray = (
  parts: Pick<Parts, 'baseUrl' | 'log' | 'faults' | 'images'>,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const [path = ''] = request.url.split('?', 1)
  const isImage = parts.images !== undefined && path.startsWith(`${MEDIA_PREFIX}/`)
  if (!isImage && !PATHS.has(path)) return sendError(parts, notFound(path), request, reply)
  reply.header('allow', isImage ? 'GET, HEAD' : 'POST')
  return sendError(parts, new ApiError('method_not_allowed'), request, reply)
}

export const registerApi = (app: FastifyInstance, parts: Parts, inFlight: InFlight): void => {
  app.register(
    async (api) => {
      allowOrigins(api, { origins: parts.corsOrigins, methods: 'POST', vary: [VARY] })
      api.addHook('onRequest', inFlight.admit)
      api.setErrorHandler((error, request, reply) => {
        if (request.is404) sendStray(parts, request, reply)
        else sendError(parts, error, request, reply)
      })
      api.setNotFoundHandler((request, reply) => sendStray(parts, request, reply))
      for (const endpoint of ENDPOINTS) registerEndpoint(api, parts, endpoint)
    },
    { prefix: API_PREFIX },
  )
}

const registerEndpoint = (api: FastifyInstance, parts: Parts, endpoint: Endpoint): void => {
  const { path, body, meter, needsToken, holdsSecret, handle } = endpoint
  api.route({
    method: 'POST',
    url: path,
    schema: { body },
    handler: handle(parts),
    ...(!holdsSecret && { onSend: encodeResponse }),
    ...((meter || needsToken) && { onRequest: identifyCaller(parts) }),
    ...(meter && {
      errorHandler: async (error: Error, request: FastifyRequest, reply: FastifyReply) => {
        // An unavailable store is not called again: that would take as long once more.
        const isStoreAvailable = toApiError(error).code !== 'unavailable'
        const refusal = isStoreAvailable ? await countRefused(parts, meter, request, reply) : undefined
        return sendError(parts, refusal ?? error, request, reply)
      },
    }),
  })
}
