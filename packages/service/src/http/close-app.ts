// Stops listening and lets go of the connections: of one with a request under way when that is answered, of any other at
// once. Nothing is cut off before the grace is over.

import type { FastifyInstance } from 'fastify'

/** How often connections are looked for that have become idle. Closing a server closes those that are idle by then only. */
const LOOK_INTERVAL_MS = 50

/** Resolves when no connection is left; after `graceMs` those that are left are cut off. */
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
