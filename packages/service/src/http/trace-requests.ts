// A span for each request, by the semantic conventions for HTTP servers
// (https://opentelemetry.io/docs/specs/semconv/http/http-spans/#http-server), in the caller's trace if it sends one.
// Values that a caller chooses are left out, except the request id: unknown paths, queries, IP addresses, user agents.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseTraceParent } from '../telemetry/trace-parent.ts'
import type { OpenSpan, Tracer } from '../telemetry/tracer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set if requests are traced. */
    span: OpenSpan | undefined
  }
}

/** Called by machines every few seconds, and of no interest in traces. */
const UNTRACED: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

export const traceRequests = (app: FastifyInstance, tracer: Tracer): void => {
  app.decorateRequest('span', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    const { method, routeOptions, headers, protocol, id } = request
    const route = routeOptions.url
    if (route !== undefined && UNTRACED.has(route)) return done()
    const start = {
      name: route === undefined ? method : `${method} ${route}`,
      kind: 'server',
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'url.path': route?.includes(':') || route?.includes('*') ? undefined : route,
        'url.scheme': protocol,
        'central.request.id': id,
      },
    } as const
    const { traceparent } = headers
    const span = tracer.root(start, parseTraceParent(typeof traceparent === 'string' ? traceparent : undefined))
    request.span = span
    if (span.isSampled) reply.raw.once('close', () => endSpan(span, request, reply.raw))
    tracer.withSpan(span, done)
  })
  // A body arrives in the async context of its connection, not of its request.
  app.addHook('preValidation', ({ span }, _reply, done) => {
    if (span) tracer.withSpan(span, done)
    else done()
  })
}

const endSpan = (
  span: OpenSpan,
  { caller }: FastifyRequest,
  { statusCode, writableEnded }: { readonly statusCode: number; readonly writableEnded: boolean },
): void => {
  const isError = writableEnded && statusCode >= 500
  span.end(
    {
      'central.license.id': caller?.license.id,
      // A client that hung up got no response.
      'http.response.status_code': writableEnded ? statusCode : undefined,
      'error.type': isError ? String(statusCode) : undefined,
    },
    isError,
  )
}
