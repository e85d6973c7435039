// The start page of the documentation: where to begin, for each kind of reader, and a list of all pages.

import { ICONS } from './icons.ts'
import { html, type Markup } from './markup.ts'
import { renderPage } from './page.ts'
import { DOC_GROUPS, type DOC_PAGES } from './pages.ts'
import { inline } from './prose.ts'

/** The readers, by the name of their guide in `docs/start`. */
const READERS = {
  php: {
    title: 'Plugin in PHP',
    text: 'Show posts in a WordPress plugin, or in any PHP program, with one file or a complete kit.',
  },
  javascript: {
    title: 'Plugin in JavaScript',
    text: 'Read posts on your server with the typed client, and let editors select them in a browser.',
  },
  operator: { title: 'Operator', text: 'Install the service, issue licenses, connect platforms, and keep it running.' },
  'site-owner': {
    title: 'Site owner',
    text: 'Enter a license key, choose a profile, and show its posts on your site.',
  },
} as const satisfies Partial<Readonly<Record<keyof typeof ICONS, unknown>>>

const reader = (name: keyof typeof READERS): Markup => html`
<li><a class="card" href="/docs/start/${name}">
  <span class="card-icon">${ICONS[name]}</span>
  <strong>${READERS[name].title}</strong>
  <span>${READERS[name].text}</span>
</a></li>`

const groups = DOC_GROUPS.filter(({ id }) => id !== 'start')

export const renderHome = (): string =>
  renderPage({
    title: 'Documentation',
    description: 'Guides and references of Central API.',
    path: '/docs',
    layout: 'home',
    main: html`
<div class="intro">
  <h1>Central API documentation</h1>
  <p>Central API returns posts of public profiles from many platforms in one format. Start the service, send your first request, and build a plugin on it.</p>
  <p class="actions"><a class="button primary" href="/docs/start/quick-start">Quick start</a> <a class="button" href="/docs/reference/api">API reference</a></p>
</div>
<section aria-labelledby="readers">
  <h2 id="readers">What do you want to do?</h2>
  <ul class="cards">${(Object.keys(READERS) as (keyof typeof READERS)[]).map(reader)}</ul>
</section>
<div class="all-pages">${groups.map(
      ({ id, title, pages }) => html`
<section aria-labelledby="${id}">
  <h2 id="${id}">${title}</h2>
  <ul>${pages.map((page) => html`<li><a href="${page.path}">${page.title}</a><span>${inline(page.description)}</span></li>`)}</ul>
</section>`,
    )}
</div>`,
  })

/** The Markdown of the start page: the list of all pages. `linkOf` is the link to a page. */
export const homeMarkdown = (linkOf: (page: (typeof DOC_PAGES)[number]) => string): string =>
  `${[
    '# Central API documentation',
    'Find a page here. A running service serves these pages with a search at `/docs`.',
    ...DOC_GROUPS.map(
      ({ title, pages }) =>
        `## ${title}\n\n${pages.map((page) => `- [${page.title}](${linkOf(page)}): ${page.description}`).join('\n')}`,
    ),
  ].join('\n\n')}\n`
