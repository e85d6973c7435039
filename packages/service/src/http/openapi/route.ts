import type { FastifyInstance } from 'fastify'
import { memoize } from '../../runtime/event-loop/memoize.ts'
import type { LateReference } from '../docs/references.ts'

/** The document of a reference, serialized once. */
export const registerOpenapi = (app: FastifyInstance, { documentPath, make }: LateReference): void => {
  const serve = memoize(async () => Buffer.from(JSON.stringify((await make()).document)))
  app.get(documentPath, async (_request, reply) => {
    const bytes = await serve()
    return reply.header('cache-control', 'public, max-age=300').type('application/json; charset=utf-8').send(bytes)
  })
}
