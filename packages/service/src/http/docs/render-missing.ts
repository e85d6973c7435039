// The page that is shown for an unknown path: what is missing, a search for it, and the pages that resemble it.

import { ERROR_CODES } from '../../errors.ts'
import { decodeSafely } from '../../urls/repair-url.ts'
import { ICONS } from './icons.ts'
import { html, type Markup } from './markup.ts'
import { renderPage } from './page.ts'
import { DOC_PAGES, type DocPage } from './pages.ts'
import { inline } from './prose.ts'
import { prepareIndex, rankEntries } from './search/rank-entries.ts'

const MAX_PAGES = 5
/** A longer path is truncated. */
const MAX_SHOWN = 80
const MAX_WORDS = 8

const INDEX = prepareIndex(
  DOC_PAGES.map((page) => {
    const name = page.path.split('/').at(-1) ?? ''
    const codes = page.path === '/docs/errors' ? ERROR_CODES.join(' ') : ''
    const text = `${name.replaceAll('-', '')} ${page.description} ${codes}`
    return { page, title: `${page.title} ${name}`, on: '', text }
  }),
)

/** Shown if no page resembles the path. */
const STARTS = ['/docs/start/quick-start', '/docs/start/how-it-works', '/docs/reference/api', '/docs/errors']

/** The words of a path or of its last part, without the ending of a file. */
const queryOf = (path: string): string =>
  path
    .replace(/\.\w{1,5}$/, '')
    .split(/[^\p{L}\p{N}_]+/u)
    .filter(Boolean)
    .slice(0, MAX_WORDS)
    .join(' ')
    .slice(0, MAX_SHOWN)

/** The last part of a path says most. */
const nearest = (path: string): readonly DocPage[] => {
  const [last = '', ...others] = path.split('/').filter(Boolean).map(queryOf).toReversed()
  const words = [last, ...others].find((part) => rankEntries(INDEX, part).length > 0) ?? ''
  return rankEntries(INDEX, words)
    .slice(0, MAX_PAGES)
    .map(({ entry }) => entry.page)
}

const list = (pages: readonly DocPage[]): Markup => html`
<ul>${pages.map((page) => html`<li><a href="${page.path}">${page.title}</a><span>${inline(page.description)}</span></li>`)}</ul>`

/** `path` is the path of the request, as the client wrote it. */
export const renderMissing = (path: string): string => {
  const below = decodeSafely(path).replace(/^\/docs\//, '')
  const found = nearest(below)
  const shown = path.length > MAX_SHOWN ? `${path.slice(0, MAX_SHOWN)}…` : path
  return renderPage({
    title: 'Page not found',
    description: 'This page does not exist.',
    path,
    layout: 'missing',
    query: queryOf(below.split('/').at(-1) ?? ''),
    main: html`
<div class="intro">
  <h1>Page not found</h1>
  <p>The documentation has no page at <code>${shown}</code>.</p>
  <p class="actions"><button type="button" class="button primary open-search" hidden>${ICONS.search}Search the documentation</button> <a class="button" href="/docs">All pages</a></p>
</div>
<div class="all-pages"><section aria-labelledby="nearest">
  <h2 id="nearest">${found.length > 0 ? 'Did you mean' : 'Start here'}</h2>
  ${list(found.length > 0 ? found : DOC_PAGES.filter((page) => STARTS.includes(page.path)))}
</section></div>`,
  })
}
