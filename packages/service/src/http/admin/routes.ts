// Everything under /admin/v1: the endpoints of the table behind the operator's token, in the envelope of the API. Without
// ADMIN_TOKEN there is none of it. Never for browsers of other origins: no cross-origin header is ever sent.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.ts'
import type { Actor } from '../../storage/store.ts'
import { sendError } from '../api.ts'
import { okEnvelope } from '../envelope.ts'
import type { Parts } from '../parts.ts'
import type { AdminRoute, Asked } from './admin-route.ts'
import { ADMIN_PREFIX, ADMIN_ROUTES } from './admin-routes.ts'
import { guardOperator } from './guard-operator.ts'
import { toOperatorAnswer } from './to-operator-answer.ts'
import { findUnknownFields } from './unknown-fields.ts'

export const registerAdmin = (app: FastifyInstance, parts: Parts): void => {
  const { adminToken, elapsed, wrongsPerMinute } = parts
  if (adminToken === undefined) return
  const answers = ADMIN_ROUTES.map((route) => ({ ...route, answer: route.handle(parts) }))
  app.register(
    async (admin) => {
      const guard = guardOperator(adminToken, elapsed, wrongsPerMinute)
      // Before anything is read: who has no token does not learn which addresses there are.
      admin.addHook('onRequest', guard)
      admin.setErrorHandler((error, request, reply) => {
        if (request.is404 && !(error instanceof ApiError)) sendStray(parts, request, reply)
        else sendError(parts, toOperatorAnswer(error), request, reply)
      })
      admin.setNotFoundHandler((request, reply) => sendStray(parts, request, reply))
      for (const route of answers) registerRoute(admin, parts, route)
    },
    { prefix: ADMIN_PREFIX },
  )
}

type Answer = ReturnType<AdminRoute['handle']>
type AnsweringRoute = Omit<AdminRoute, 'handle'> & { readonly answer: Answer }

const registerRoute = (admin: FastifyInstance, parts: Parts, route: AnsweringRoute): void => {
  const { method, path, answer } = route
  admin.route({
    method,
    url: path,
    schema: { ...(route.query && { querystring: route.query }), ...(route.body && { body: route.body }) },
    preValidation: async ({ query, body }) => {
      const unknown = [...findUnknownFields(route.query, query), ...findUnknownFields(route.body, body)]
      if (unknown.length > 0) throw new ApiError('invalid_request', { details: unknown })
    },
    handler: async (request) => {
      const { params, query, body, ip, id } = request
      const actor: Actor = { kind: 'operator', name: 'ADMIN_TOKEN', from: ip, requestId: id }
      const data = await answer({ params, query, body, actor } as Asked)
      if (method !== 'GET') await heed(parts)
      return okEnvelope(data)
    },
  })
}

/** A change is felt by this process when it is answered. That it was made matters more than that it is felt at once. */
const heed = async ({ catchUp, log }: Pick<Parts, 'catchUp' | 'log'>): Promise<void> => {
  try {
    await catchUp()
  } catch (err) {
    log.warn({ err }, 'A change by the operator is felt when the store answers again')
  }
}

const PATTERNS = ADMIN_ROUTES.map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${ADMIN_PREFIX}${path.replace(/:\w+/g, '[^/]+')}$`),
}))

/** Answers what was asked of no endpoint, or with another method than it takes. */
const sendStray = (parts: Pick<Parts, 'baseUrl' | 'log' | 'faults'>, request: FastifyRequest, reply: FastifyReply) => {
  const [path = ''] = request.url.split('?', 1)
  const methods = PATTERNS.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
  if (methods.length === 0) return sendError(parts, new ApiError('not_found'), request, reply)
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  reply.header('allow', [...new Set(allowed)].join(', '))
  return sendError(parts, new ApiError('method_not_allowed'), request, reply)
}
