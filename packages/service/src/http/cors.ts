// CORS for the origins that the operator configured (https://fetch.spec.whatwg.org/#http-cors-protocol).

import type { FastifyInstance } from 'fastify'

const EXPOSED = [
  'X-Request-Id, X-Cache, Age, Retry-After, RateLimit, RateLimit-Policy',
  'X-Quota-Limit, X-Quota-Used, X-Quota-Remaining, X-Quota-Reset',
].join(', ')
const PREFLIGHT = {
  'access-control-allow-headers': 'authorization, content-type, x-request-id',
  'access-control-max-age': '86400',
}

export type CorsOptions = {
  readonly origins: readonly string[]
  /** Allowed methods, as the header lists them. */
  readonly methods: string
  /** What responses depend on in addition to the origin. */
  readonly vary: readonly string[]
}

/** Adds nothing if no origin is configured. */
export const allowOrigins = (app: FastifyInstance, { origins, methods, vary }: CorsOptions): void => {
  if (origins.length === 0) return
  const allowed = new Set(origins)
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    reply.header('vary', [...vary, 'Origin'].join(', '))
    if (origin === undefined || !allowed.has(origin)) return done()
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED })
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return done()
    reply
      .code(204)
      .headers({ 'access-control-allow-methods': methods, ...PREFLIGHT })
      .send()
  })
}
