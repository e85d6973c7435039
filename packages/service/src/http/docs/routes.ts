// The routes of the documentation pages. Each page is rendered at its first request, by code that is loaded then, and cached
// in compressed form.

import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type Content, compressContent, contentAs, isShort } from '../../runtime/content-coding/content.ts'
import { memoize } from '../../runtime/event-loop/memoize.ts'
import { chooseCoding, VARY } from '../accept-encoding.ts'
import { FORMER_PAGES } from './former-pages.ts'
import { toRoot } from './links.ts'
import { DOC_PAGES } from './pages.ts'
import type { LateReference } from './references.ts'

type Served = { readonly content: Content; readonly hash: string; readonly policy: string }

export const DOCS_PREFIX = '/docs'

const PAGE = 'text/html; charset=utf-8'

const serving = (make: () => Promise<string>): (() => Promise<Served>) =>
  memoize(async () => {
    const bytes = Buffer.from(await make())
    const { PAGE_POLICY: policy } = await import('./page.ts')
    return {
      content: await compressContent(bytes),
      hash: createHash('sha256').update(bytes).digest('base64url'),
      policy,
    }
  })

const serveText = (app: FastifyInstance, path: string, type: string, make: () => Promise<string>): void => {
  const serve = serving(make)
  app.get(path, async ({ headers }, reply) => {
    const { content, hash, policy } = await serve()
    const coding = chooseCoding(headers['accept-encoding'], isShort(content))
    // RFC 9110, section 8.8.3.3: representations with different content codings need different entity tags.
    const etag = coding === 'identity' ? `"${hash}"` : `"${hash}-${coding}"`
    reply.headers({
      'cache-control': 'public, max-age=300',
      'content-security-policy': policy,
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

export const registerDocs = (app: FastifyInstance, references: readonly LateReference[]): void => {
  const all = () => Promise.all(references.map(({ make }) => make()))
  for (const { path, make } of references) {
    serveText(app, path, PAGE, async () => {
      const { renderReference } = await import('./render-reference.ts')
      return renderReference(await make())
    })
  }
  serveText(app, `${DOCS_PREFIX}/errors`, PAGE, async () => {
    const { renderErrors } = await import('./render-errors.ts')
    return renderErrors(await all())
  })
  for (const page of DOC_PAGES) {
    if (page.path === `${DOCS_PREFIX}/errors`) continue
    serveText(app, page.path, PAGE, async () => {
      const { renderGuide } = await import('./render-guide.ts')
      return renderGuide(page)
    })
  }
  for (const [former, path] of Object.entries(FORMER_PAGES)) {
    app.get(former, async (_, reply) => reply.redirect(`${toRoot(former)}${path.slice(1)}`, 301))
  }
  serveText(app, `${DOCS_PREFIX}/search.json`, 'application/json; charset=utf-8', async () => {
    const { makeSearchIndex } = await import('./search-index.ts')
    return JSON.stringify(await makeSearchIndex(await all()))
  })
}
