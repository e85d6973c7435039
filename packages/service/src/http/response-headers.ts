// What is on every answer, whoever writes it.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Names and values in turn, as Node takes them at once. */
export const responseFields = ({ id }: Pick<FastifyRequest, 'id'>): readonly string[] => [
  'x-request-id',
  id,
  'cache-control',
  'no-store',
  // What is told in JSON is never taken for a page, whatever it holds.
  'x-content-type-options',
  'nosniff',
]

/** Puts fields on an answer that Fastify writes, unless it says otherwise. */
export const addFields = (reply: FastifyReply, fields: readonly string[]): void => {
  for (let at = 0; at < fields.length; at += 2) {
    const [name = '', value] = [fields[at], fields[at + 1]]
    if (!reply.hasHeader(name)) reply.header(name, value)
  }
}

/** Puts what is on every answer on those that Fastify writes. */
export const addResponseHeaders = (app: FastifyInstance): void => {
  app.addHook('onSend', (request, reply, _payload, done) => {
    addFields(reply, responseFields(request))
    done()
  })
}
