// What platforms read about the service that know clients by a URL: who it is, and the keys that it proves itself with.

import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ServiceClient } from '../../connect/service-client.ts'
import type { Brand } from './brand.ts'
import { pageHeaders } from './page-policy.ts'
import { clientPage } from './pages/client-page.ts'

/** Short, so that a new key is known before anybody consents with it. */
const HEADERS = { 'cache-control': 'public, max-age=300', 'x-content-type-options': 'nosniff' } as const

export const registerClientDocuments = (
  scope: FastifyInstance,
  brand: Brand,
  serviceClient: () => Promise<ServiceClient | undefined>,
): void => {
  const send = async (reply: FastifyReply, name: 'metadata' | 'jwks') => {
    const documents = (await serviceClient())?.documents
    return documents === undefined
      ? reply.code(404).headers(HEADERS).send({ error: 'not_found' })
      : reply.headers(HEADERS).type('application/json').send(JSON.stringify(documents[name]))
  }
  scope.get('/misskey', async (_request, reply) => {
    const client = (await serviceClient())?.indieAuth
    if (client === undefined) return reply.code(404).headers(HEADERS).send({ error: 'not_found' })
    return reply
      .headers({ ...pageHeaders({ logoUrl: brand.logoUrl }), ...HEADERS })
      .header('link', `<${client.redirectUri}>; rel="redirect_uri"`)
      .type('text/html; charset=utf-8')
      .send(clientPage(brand, client))
  })
  scope.get('/client-metadata.json', (_request, reply) => send(reply, 'metadata'))
  scope.get('/jwks.json', (_request, reply) => send(reply, 'jwks'))
}
