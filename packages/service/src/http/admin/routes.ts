// Everything under /admin/v1: the endpoints of the table, behind operators' tokens and roles, in the envelope of the
// API. Never for pages of other origins: it sends no cross-origin header.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.ts'
import type { SignedIn } from '../../licensing/operators/operators.ts'
import { mayDo } from '../../licensing/operators/roles.ts'
import { writeJson } from '../../runtime/event-loop/write-json.ts'
import type { Actor } from '../../storage/store.ts'
import { sendError } from '../api.ts'
import { okEnvelope } from '../envelope.ts'
import { callerAddress } from '../forwarded-for.ts'
import type { Parts } from '../parts.ts'
import { ADMIN_PREFIX, type AdminRoute, type OperatorRequest } from './admin-route.ts'
import { ADMIN_ROUTES } from './admin-routes.ts'
import { guardOperator } from './guard-operator.ts'
import { readIdempotencyKey } from './idempotency.ts'
import { sendCsv, wantsCsv } from './send-csv.ts'
import { toOperatorResponse } from './to-operator-response.ts'
import { findUnknownFields } from './unknown-fields.ts'
import { findUnplainFields } from './unplain-fields.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The operator who sent the request, on paths of the admin API. */
    operator: SignedIn
  }
}

export const registerAdmin = (app: FastifyInstance, parts: Parts, adminToken: string): void => {
  const routes = ADMIN_ROUTES.map((route) => ({
    ...route,
    respond: route.handle(parts),
    writeCsv: route.csv?.(parts),
  }))
  app.register(
    async (admin) => {
      const guard = guardOperator({ ...parts, adminToken })
      admin.decorateRequest('operator')
      // Before anything is read: a caller without a token does not learn which paths exist.
      admin.addHook('onRequest', async (request) => {
        request.operator = await guard(request)
      })
      admin.setErrorHandler((error, request, reply) => {
        if (request.is404 && !(error instanceof ApiError)) sendStray(parts, request, reply)
        else sendError(parts, toOperatorResponse(error), request, reply)
      })
      admin.setNotFoundHandler((request, reply) => sendStray(parts, request, reply))
      for (const route of routes) registerRoute(admin, parts, route)
    },
    { prefix: ADMIN_PREFIX },
  )
}

type Respond = ReturnType<AdminRoute['handle']>
type ReadyRoute = Omit<AdminRoute, 'handle' | 'csv'> & {
  readonly respond: Respond
  readonly writeCsv: ReturnType<NonNullable<AdminRoute['csv']>> | undefined
}

const registerRoute = (admin: FastifyInstance, parts: Parts, route: ReadyRoute): void => {
  const { method, path, role, respond, writeCsv, isMaking } = route
  admin.route({
    method,
    url: path,
    schema: { ...(route.query && { querystring: route.query }), ...(route.body && { body: route.body }) },
    // Before the body is read.
    onRequest: async ({ operator }) => {
      if (mayDo(operator.role, role)) return
      throw new ApiError('forbidden', {
        message: `This requires the role ${role}; ${operator.name} has the role ${operator.role}`,
      })
    },
    preValidation: async ({ params, query, body }) => {
      const given = [params, query, body]
      const unplain = given.flatMap((each) => findUnplainFields(each))
      if (unplain.length > 0) throw new ApiError('invalid_request', { details: unplain })
      const unknown = [...findUnknownFields(route.query, query), ...findUnknownFields(route.body, body)]
      if (unknown.length > 0) throw new ApiError('invalid_request', { details: unknown })
    },
    handler: async (request, reply) => {
      const { params, query, body, id, operator, url, headers } = request
      const actor: Actor = { kind: 'operator', name: operator.name, from: callerAddress(request), requestId: id }
      const operatorRequest = { params, query, body, operator, actor, toResponse: () => undefined } as OperatorRequest
      if (writeCsv && wantsCsv(request)) return sendCsv(reply, await writeCsv(operatorRequest))
      const key = isMaking ? readIdempotencyKey(headers['idempotency-key']) : undefined
      const data =
        key === undefined
          ? await respond(operatorRequest)
          : await parts.idempotency.once({ key, operator: operator.name, method, url, body }, (toResponse) =>
              respond({ ...operatorRequest, toResponse }),
            )
      if (method !== 'GET') await heed(parts)
      // In slices: a license's response or a list may be long.
      return reply.type('application/json; charset=utf-8').send(await writeJson(okEnvelope(data)))
    },
  })
}

/** Makes the change visible in this process before the response. If that fails, the change was still made. */
const heed = async ({ catchUp, log }: Pick<Parts, 'catchUp' | 'log'>): Promise<void> => {
  try {
    await catchUp()
  } catch (err) {
    log.warn({ err }, 'A change by the operator takes effect when the store responds again')
  }
}

const PATTERNS = ADMIN_ROUTES.map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${ADMIN_PREFIX}${path.replace(/:\w+/g, '[^/]+')}$`),
}))

/** Responds to requests for unknown paths and methods. */
const sendStray = (parts: Pick<Parts, 'baseUrl' | 'log' | 'faults'>, request: FastifyRequest, reply: FastifyReply) => {
  const [path = ''] = request.url.split('?', 1)
  const methods = PATTERNS.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
  if (methods.length === 0) return sendError(parts, new ApiError('not_found'), request, reply)
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  reply.header('allow', [...new Set(allowed)].join(', '))
  return sendError(parts, new ApiError('method_not_allowed'), request, reply)
}
