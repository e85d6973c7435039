// The pages for people, the same for everybody. Each is made when it is asked for the first time, and held compressed.

import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type Content, contentAs, isShort, packContent } from '../../content-coding/content.ts'
import { chooseCoding, VARY } from '../accept-encoding.ts'
import { GUIDES } from './guides.ts'
import { PAGE_POLICY } from './page.ts'
import type { Reference } from './reference.ts'
import { renderErrors } from './render-errors.ts'
import { renderGuide } from './render-guide.ts'
import { renderReference } from './render-reference.ts'
import { makeSearchIndex } from './search-index.ts'

type Served = { readonly content: Content; readonly hash: string }

const PAGE = 'text/html; charset=utf-8'

/** What could not be made is tried anew when it is asked for the next time. */
const once = (make: () => string | Promise<string>): (() => Promise<Served>) => {
  let making: Promise<Served> | undefined
  const serve = async () => {
    const bytes = Buffer.from(await make())
    return { content: await packContent(bytes), hash: createHash('sha256').update(bytes).digest('base64url') }
  }
  return () => {
    making ??= serve().catch((error: unknown) => {
      making = undefined
      throw error
    })
    return making
  }
}

const serveText = (app: FastifyInstance, path: string, type: string, make: () => string | Promise<string>): void => {
  const serve = once(make)
  app.get(path, async ({ headers }, reply) => {
    const { content, hash } = await serve()
    const coding = chooseCoding(headers['accept-encoding'], isShort(content))
    // RFC 9110, section 8.8.3.3: what differs in its coding differs in its tag.
    const etag = coding === 'identity' ? `"${hash}"` : `"${hash}-${coding}"`
    reply.headers({
      'cache-control': 'public, max-age=300',
      'content-security-policy': PAGE_POLICY,
      etag,
      'referrer-policy': 'no-referrer',
      vary: VARY,
      'x-content-type-options': 'nosniff',
    })
    if (headers['if-none-match'] === etag) return reply.code(304).send()
    if (coding !== 'identity') reply.header('content-encoding', coding)
    return reply.type(type).send(await contentAs(content, coding))
  })
}

export const registerDocs = (app: FastifyInstance, references: readonly Reference[]): void => {
  for (const reference of references) serveText(app, reference.path, PAGE, () => renderReference(reference))
  serveText(app, '/docs/errors', PAGE, () => renderErrors(references))
  for (const guide of GUIDES) serveText(app, guide.path, PAGE, () => renderGuide(guide))
  serveText(app, '/docs/search.json', 'application/json; charset=utf-8', async () =>
    JSON.stringify(await makeSearchIndex(references)),
  )
}
