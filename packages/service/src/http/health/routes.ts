// Liveness is the event loop alone; readiness is that requests are wanted, and that the store can do its part.

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
