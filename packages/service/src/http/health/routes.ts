// Liveness is the event loop alone; readiness is that requests are wanted, and that the store can do its part.

import type { FastifyInstance } from 'fastify'
import type { Parts } from '../parts.ts'
import { createReadiness } from './readiness.ts'

export const registerHealth = (
  app: FastifyInstance,
  { store, elapsed, isAccepting }: Pick<Parts, 'store' | 'elapsed' | 'isAccepting'>,
): void => {
  const readiness = createReadiness({ store, elapsed })
  app.get('/healthz', async () => ({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    const status = isAccepting() ? await readiness() : 'stopping'
    return reply.code(status === 'ready' ? 200 : 503).send({ status })
  })
}
