// Stops listening and closes connections: idle ones immediately, others after their response. None is cut off before
// the grace period ends.

import type { FastifyInstance } from 'fastify'

/** Interval at which connections are closed that became idle. Closing a server closes only those that are idle at that
 * moment. */
const LOOK_INTERVAL_MS = 50

/** Resolves when no connection is left. Cuts off connections that are left after `graceMs`. */
export const closeApp = async (app: FastifyInstance, graceMs: number): Promise<void> => {
  const { server } = app
  const looking = setInterval(() => server.closeIdleConnections(), LOOK_INTERVAL_MS)
  const cutting = setTimeout(() => server.closeAllConnections(), graceMs)
  try {
    await app.close()
  } finally {
    clearInterval(looking)
    clearTimeout(cutting)
  }
}
