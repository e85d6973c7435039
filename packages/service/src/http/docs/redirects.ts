// Leads from `/`, `/docs/` and the name of the list of pages in the repository to the documentation. The locations are relative, so that they also work behind a proxy that serves the
// service under a path.

import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../errors.ts'
import { acceptsPages } from '../accepts-pages.ts'

export const registerDocsRedirects = (app: FastifyInstance): void => {
  app.get('/', async ({ headers }, reply) => {
    reply.header('vary', 'Accept')
    // An API client with a wrong path gets an error that it can read.
    if (!acceptsPages(headers.accept)) throw new ApiError('not_found')
    return reply.redirect('docs', 302)
  })
  app.get('/docs/', async (_request, reply) => reply.redirect('../docs', 308))
  app.get('/docs/README.md', async (_request, reply) => reply.redirect('../docs.md', 308))
}
