import type { FastifyInstance } from 'fastify'
import type { Parts } from '../parts.ts'

/** The public keys that verify tokens (RFC 7517). Retired keys stay until their last token has expired. */
export const registerJwks = (app: FastifyInstance, { signingKeys }: Pick<Parts, 'signingKeys'>): void => {
  app.get('/.well-known/jwks.json', async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=300')
      .type('application/jwk-set+json')
      .send(JSON.stringify(signingKeys.jwks())),
  )
}
