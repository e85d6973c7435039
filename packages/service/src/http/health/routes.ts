// Liveness is the event loop alone; readiness is that requests are wanted and the store answers.

import type { FastifyInstance } from 'fastify'
import type { Parts } from '../parts.ts'

const STORE_TIMEOUT_MS = 2_000

export const registerHealth = (
  app: FastifyInstance,
  { store, isAccepting }: Pick<Parts, 'store' | 'isAccepting'>,
): void => {
  app.get('/healthz', async () => ({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    if (!isAccepting()) return reply.code(503).send({ status: 'stopping' })
    const answers = await Promise.race([
      store.ping().then(
        () => true,
        () => false,
      ),
      new Promise<false>((resolve) => setTimeout(resolve, STORE_TIMEOUT_MS, false).unref()),
    ])
    return answers ? { status: 'ready' } : reply.code(503).send({ status: 'store unreachable' })
  })
}
