// Detects clients that disconnect before their response is sent.

import type { FastifyReply } from 'fastify'

/** Aborts when the connection closes before the response is finished. */
export const hangUpSignal = (reply: FastifyReply): AbortSignal => {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('The client hung up'))
  })
  return controller.signal
}
