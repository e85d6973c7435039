import type { FastifyInstance } from 'fastify'
import type { Openapi } from './document.ts'

/** The document, put into bytes once. */
export const registerOpenapi = (app: FastifyInstance, path: string, document: Openapi): void => {
  const bytes = Buffer.from(JSON.stringify(document))
  app.get(path, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').type('application/json; charset=utf-8').send(bytes),
  )
}
