// The routes of the documentation: pages, their Markdown, the files that pages load, the search index, and redirects from former
// paths.

import type { FastifyInstance } from 'fastify'
import { registerFiles } from './files.ts'
import { FORMER_PAGES } from './former-pages.ts'
import { toRoot } from './links.ts'
import { registerMissingPages } from './missing-page.ts'
import { PAGE_POLICY } from './page-policy.ts'
import { DOC_PAGES, type DocPage } from './pages.ts'
import type { LateReference } from './references.ts'
import { serveText } from './serve-text.ts'

export const DOCS_PREFIX = '/docs'

export type Docs = { readonly baseUrl: string; readonly references: readonly LateReference[] }

/** How a page is made, by its path. Other pages are guides. */
const renderPages = (references: readonly LateReference[]): Readonly<Record<string, () => Promise<string>>> => ({
  [DOCS_PREFIX]: async () => (await import('./home.ts')).renderHome(),
  [`${DOCS_PREFIX}/errors`]: async () => {
    const { renderErrors } = await import('./render-errors.ts')
    return renderErrors(await Promise.all(references.map(({ make }) => make())))
  },
  ...Object.fromEntries(
    references.map(({ path, make }) => [
      path,
      async () => {
        const { renderReference } = await import('./render-reference.ts')
        return renderReference(await make())
      },
    ]),
  ),
})

const renderGuide = async (page: DocPage, baseUrl: string): Promise<string> =>
  (await import('./render-guide.ts')).renderGuide(page, baseUrl)

const servePage = (app: FastifyInstance, path: string, make: () => Promise<string>): void =>
  serveText(app, {
    path,
    type: 'text/html; charset=utf-8',
    make,
    headers: {
      'content-security-policy': PAGE_POLICY,
      // Relative to the page, because a proxy may serve the service below a path.
      link: `<${path.slice(path.lastIndexOf('/') + 1)}.md>; rel="alternate"; type="text/markdown"`,
    },
  })

const serveMarkdown = (app: FastifyInstance, path: string, make: () => Promise<string>): void =>
  serveText(app, {
    path,
    type: path.endsWith('.txt') ? 'text/plain; charset=utf-8' : 'text/markdown; charset=utf-8',
    make,
    headers: { 'content-security-policy': "default-src 'none'" },
  })

export const registerDocs = (app: FastifyInstance, { baseUrl, references }: Docs): void => {
  const special = renderPages(references)
  servePage(app, DOCS_PREFIX, special[DOCS_PREFIX] as () => Promise<string>)
  serveMarkdown(app, `${DOCS_PREFIX}.md`, async () => {
    const { homeMarkdown } = await import('./home.ts')
    return homeMarkdown(({ path }) => `${path.slice(1)}.md`)
  })
  for (const page of DOC_PAGES) {
    servePage(app, page.path, special[page.path] ?? (() => renderGuide(page, baseUrl)))
    serveMarkdown(app, `${page.path}.md`, async () => (await import('./page-markdown.ts')).pageMarkdown(page, baseUrl))
  }
  for (const [former, path] of Object.entries(FORMER_PAGES)) {
    app.get(former, async (_, reply) => reply.redirect(`${toRoot(former)}${path.slice(1)}`, 301))
  }
  serveMarkdown(app, '/llms.txt', async () => (await import('./llms.ts')).llmsIndex(baseUrl))
  serveMarkdown(app, '/llms-full.txt', async () => (await import('./llms.ts')).llmsFull(baseUrl))
  serveText(app, {
    path: `${DOCS_PREFIX}/search.json`,
    type: 'application/json; charset=utf-8',
    make: async () => {
      const { makeSearchIndex } = await import('./search-index.ts')
      return JSON.stringify(await makeSearchIndex(await Promise.all(references.map(({ make }) => make())), baseUrl))
    },
    headers: { 'content-security-policy': "default-src 'none'" },
  })
  serveText(app, {
    path: `${DOCS_PREFIX}/settings.json`,
    type: 'application/json; charset=utf-8',
    make: async () => JSON.stringify(await (await import('./search-index.ts')).makeSettingsIndex(baseUrl)),
    headers: { 'content-security-policy': "default-src 'none'" },
  })
  registerFiles(app, DOCS_PREFIX)
  registerMissingPages(app, DOCS_PREFIX)
}
