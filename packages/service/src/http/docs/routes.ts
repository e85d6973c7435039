// The pages for people. They are made once, and are the same for everybody.

import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { PAGE_POLICY } from './page.ts'
import type { Reference } from './reference.ts'
import { renderErrors } from './render-errors.ts'
import { renderReference } from './render-reference.ts'

const servePage = (app: FastifyInstance, path: string, page: string): void => {
  const bytes = Buffer.from(page)
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
  app.get(path, async (request, reply) => {
    reply.headers({
      'cache-control': 'public, max-age=300',
      'content-security-policy': PAGE_POLICY,
      etag,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('text/html; charset=utf-8').send(bytes)
  })
}

export const registerDocs = (app: FastifyInstance, references: readonly Reference[]): void => {
  for (const reference of references) servePage(app, reference.path, renderReference(reference))
  servePage(app, '/docs/errors', renderErrors(references))
}
