// The operator's pages: files from memory under a policy that lets them load nothing from elsewhere, and call nobody but
// this service. They hold no secret; without the token they can only ask for it.

import type { FastifyInstance } from 'fastify'
import { readPages } from './read-pages.ts'

export const CONSOLE_PREFIX = '/console'

/** Content Security Policy Level 3 and Trusted Types: no code, no style and no markup but what is in the files. */
export const CONSOLE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const HEADERS = {
  // Asked for anew each time, so that pages and service are always of one version; unchanged ones cost no bytes.
  'cache-control': 'no-cache',
  'content-security-policy': CONSOLE_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const

export const registerConsole = (app: FastifyInstance): void => {
  // Relative, so that it also holds behind a proxy that serves the service in a folder.
  app.get(CONSOLE_PREFIX, async (_request, reply) => reply.headers(HEADERS).redirect('console/', 308))
  for (const { path, type, bytes, etag } of readPages()) {
    app.get(`${CONSOLE_PREFIX}/${path}`, async (request, reply) => {
      reply.headers({ ...HEADERS, etag })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type(type).send(bytes)
    })
  }
}
