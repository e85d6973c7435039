// What platforms read about the service that know clients by a URL: who it is, and the keys that it proves itself with.

import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ServiceClient } from '../../connect/service-client.ts'

/** Short, so that a new key is known before anybody consents with it. */
const HEADERS = { 'cache-control': 'public, max-age=300', 'x-content-type-options': 'nosniff' } as const

export const registerClientDocuments = (
  scope: FastifyInstance,
  serviceClient: () => Promise<ServiceClient | undefined>,
): void => {
  const send = async (reply: FastifyReply, name: 'metadata' | 'jwks') => {
    const documents = (await serviceClient())?.documents
    return documents === undefined
      ? reply.code(404).headers(HEADERS).send({ error: 'not_found' })
      : reply.headers(HEADERS).type('application/json').send(JSON.stringify(documents[name]))
  }
  scope.get('/client-metadata.json', (_request, reply) => send(reply, 'metadata'))
  scope.get('/jwks.json', (_request, reply) => send(reply, 'jwks'))
}
