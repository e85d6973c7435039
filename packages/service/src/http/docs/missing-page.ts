// Responds to unknown paths below /docs: a page that leads on for people, the error envelope for other clients. A trailing slash
// redirects to the page without it.

import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../errors.ts'
import { acceptsPages } from '../accepts-pages.ts'
import { FORMER_PAGES } from './former-pages.ts'
import { PAGE_POLICY } from './page-policy.ts'
import { DOC_PAGES } from './pages.ts'

const PATHS: ReadonlySet<string> = new Set([...DOC_PAGES.map(({ path }) => path), ...Object.keys(FORMER_PAGES)])

const HEADERS = {
  'content-security-policy': PAGE_POLICY,
  'cache-control': 'no-cache',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

export const registerMissingPages = (app: FastifyInstance, prefix: string): void => {
  app.get(`${prefix}/*`, async ({ url, headers }, reply) => {
    const [path = '', ...query] = url.split('?')
    if (path.endsWith('/') && PATHS.has(path.slice(0, -1))) {
      // Relative, so that it also works behind a proxy that serves the service under a path.
      const page = `../${path.split('/').at(-2)}`
      return reply.redirect([page, ...query].join('?'), 308)
    }
    reply.header('vary', 'Accept')
    if (!acceptsPages(headers.accept)) throw new ApiError('not_found')
    const { renderMissing } = await import('./render-missing.ts')
    return reply.code(404).headers(HEADERS).type('text/html; charset=utf-8').send(renderMissing(path))
  })
}
