// Tells when a client has gone before its answer was sent.

import type { FastifyReply } from 'fastify'

/** A signal that aborts when the connection closes before the answer is finished. */
export const hangUpSignal = (reply: FastifyReply): AbortSignal => {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('The client hung up'))
  })
  return controller.signal
}
