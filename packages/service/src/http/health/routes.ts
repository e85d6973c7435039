// Liveness means that the event loop runs. Readiness means that requests are accepted and the store works.

import type { FastifyInstance } from 'fastify'
import type { Parts } from '../parts.ts'

export const registerHealth = (
  app: FastifyInstance,
  { readiness, isAccepting }: Pick<Parts, 'readiness' | 'isAccepting'>,
): void => {
  app.get('/healthz', async () => ({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    const status = isAccepting() ? (await readiness()).status : 'stopping'
    return reply.code(status === 'ready' ? 200 : 503).send({ status })
  })
}
