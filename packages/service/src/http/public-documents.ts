// Public documents, readable without a token: the platforms, the keys that verify tokens, and the API's description.
// Pages of configured origins may read them, too.

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
    // A preflight needs a route to reach the hook. Other OPTIONS requests get an error.
    for (const path of paths) scope.options(path, (request, reply) => sendStray(parts, request, reply))
  })
}
