// What anybody may read without a token: the platforms, the keys that verify tokens, and the API's description. Pages of the
// named origins read them as they call the API.

import type { FastifyInstance } from 'fastify'
import { sendStray } from './api.ts'
import { allowOrigins } from './cors.ts'
import type { LateReference } from './docs/references.ts'
import { registerJwks } from './jwks/route.ts'
import { registerOpenapi } from './openapi/route.ts'
import type { Parts } from './parts.ts'
import { registerPlatforms } from './platforms/route.ts'

export const registerPublicDocuments = (app: FastifyInstance, parts: Parts, reference: LateReference): void => {
  app.register(async (scope) => {
    const paths: string[] = []
    scope.addHook('onRoute', ({ method, url }) => {
      if (method === 'GET') paths.push(url)
    })
    allowOrigins(scope, { origins: parts.corsOrigins, methods: 'GET, HEAD', vary: [] })
    registerJwks(scope, parts)
    registerPlatforms(scope, parts)
    registerOpenapi(scope, reference)
    // A preflight reaches the hook by a route of its own; any other OPTIONS is of no endpoint.
    for (const path of paths) scope.options(path, (request, reply) => sendStray(parts, request, reply))
  })
}
