// Serves the images, players and pages of the sandbox's posts to browsers. They are made up, public, and the same for
// all clients.

import type { FastifyInstance } from 'fastify'
import { SANDBOX_PREFIX, sandboxBase } from '../../platforms/sandbox/site/urls.ts'
import type { Parts } from '../parts.ts'

export const registerSandbox = (app: FastifyInstance, { baseUrl, now }: Pick<Parts, 'baseUrl' | 'now'>): void => {
  const base = sandboxBase(baseUrl)
  app.get(`${SANDBOX_PREFIX}/*`, async (request, reply) => {
    const { serveSandbox } = await import('../../platforms/sandbox/site/site.ts')
    const path = request.url.slice(SANDBOX_PREFIX.length + 1)
    const { 'sec-fetch-site': site, referer } = request.headers
    const headers = { referer, 'sec-fetch-site': typeof site === 'string' ? site : undefined }
    const response = serveSandbox({ path, headers, host: request.host, base, now: now() })
    return reply
      .code(response.status)
      .headers({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', ...response.headers })
      .send(response.body)
  })
}
