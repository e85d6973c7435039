// The header fields of every response.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Alternating names and values, as Node takes them. */
export const responseFields = ({ id }: Pick<FastifyRequest, 'id'>): readonly string[] => [
  'x-request-id',
  id,
  'cache-control',
  'no-store',
  // JSON is never taken for HTML, whatever it contains.
  'x-content-type-options',
  'nosniff',
]

/** Adds fields to a response that Fastify writes, unless they are set. */
export const addFields = (reply: FastifyReply, fields: readonly string[]): void => {
  for (let at = 0; at < fields.length; at += 2) {
    const [name = '', value] = [fields[at], fields[at + 1]]
    if (!reply.hasHeader(name)) reply.header(name, value)
  }
}

/** Adds the fields of every response to those that Fastify writes. */
export const addResponseHeaders = (app: FastifyInstance): void => {
  app.addHook('onSend', (request, reply, _payload, done) => {
    addFields(reply, responseFields(request))
    done()
  })
}
