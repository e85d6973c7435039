// What is on every answer, whoever writes it.

import type { FastifyInstance, FastifyRequest } from 'fastify'

export const answerHeaders = (request: Pick<FastifyRequest, 'id'>) => ({
  'x-request-id': request.id,
  'cache-control': 'no-store',
  // What is told in JSON is never taken for a page, whatever it holds.
  'x-content-type-options': 'nosniff',
})

/** Puts it on the answers that Fastify writes, unless they say otherwise. */
export const dressAnswers = (app: FastifyInstance): void => {
  app.addHook('onSend', (request, reply, _payload, done) => {
    for (const [name, value] of Object.entries(answerHeaders(request))) {
      if (!reply.hasHeader(name)) reply.header(name, value)
    }
    done()
  })
}
