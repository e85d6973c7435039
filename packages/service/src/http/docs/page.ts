// The layout of the documentation pages: one HTML document with inline styles and scripts, which loads nothing else. The content
// is readable without the script.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { toRoot } from './links.ts'
import { html, type Markup, raw } from './markup.ts'
import { DOC_GROUPS } from './pages.ts'

/** In the order in which they apply. */
const SHEETS = ['base', 'contents', 'search', 'samples', 'layout', 'endpoints', 'errors', 'guides', 'narrow']
const STYLE = SHEETS.map((sheet) => readFileSync(new URL(`./style/${sheet}.css`, import.meta.url), 'utf8')).join('\n')

const SCRIPT = readFileSync(new URL('./page-script.js', import.meta.url), 'utf8')

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Content Security Policy Level 3 with Trusted Types. It allows the style and the script by their hashes and requests to this
 * service for the search index. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(STYLE)}`,
  `script-src ${hashOf(SCRIPT)}`,
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0d6e66"/><g fill="none" stroke="#fff" stroke-width="2.4"><circle cx="16" cy="16" r="4.2"/><path d="M16 4.5v7.3M16 20.2v7.3M4.5 16h7.3M20.2 16h7.3"/></g></svg>'

export type NavGroup = {
  readonly title: string
  readonly links: readonly { readonly href: string; readonly text: Markup | string }[]
}

export type PageOptions = {
  readonly title: string
  readonly description: string
  /** The path of the page. */
  readonly path: string
  /** The table of contents of the page. */
  readonly nav: readonly NavGroup[]
  readonly main: Markup
}

/** The links to other pages. */
const PAGES: readonly NavGroup[] = [
  { title: 'API', links: [{ href: '/docs', text: 'API reference' }] },
  ...DOC_GROUPS.map(({ title, pages }) => ({
    title,
    links: pages.map((page) => ({ href: page.path, text: page.title })),
  })),
]

const navigation = (groups: readonly NavGroup[], path: string): Markup =>
  html`${groups
    .filter(({ links }) => links.length > 0)
    .map(
      ({ title, links }) => html`
    <h2>${title}</h2>
    <ul>${links.map(({ href, text }) => html`<li><a href="${href}"${href === path && html` aria-current="page"`}>${text}</a></li>`)}</ul>`,
    )}`

/** Makes links from the root of the service relative to the page. */
const relativeLinks = (path: string, { markup }: Markup): Markup =>
  raw(markup.replace(/(?<=<a [^>]*?href=")\/(?!\/)/g, toRoot(path)))

/** Hidden until the script, which it needs, shows it. */
const search = (path: string) => html`
<form class="search" role="search" data-root="${toRoot(path)}" hidden>
  <label for="search">Search</label>
  <input id="search" type="search" autocomplete="off" spellcheck="false" placeholder="Search, or press /">
  <p role="status"></p>
  <ul></ul>
</form>`

const body = ({
  path,
  nav,
  main,
}: Pick<PageOptions, 'path' | 'nav' | 'main'>): Markup => html`<a class="skip" href="#main">Skip to content</a>
<header class="side">
  <a class="brand" href="/docs">${raw(ICON)}<span>Central API</span></a>
  ${search(path)}
  <nav class="wide" aria-label="Contents">${navigation([...nav, ...PAGES], path)}</nav>
  <details class="narrow"><summary>Contents</summary><nav aria-label="Contents">${navigation([...nav, ...PAGES], path)}</nav></details>
</header>
<main id="main">
${main}
<footer>
  <nav aria-label="More"><a href="/docs">Reference</a><a href="/docs/errors">Error codes</a><a href="/openapi.json">OpenAPI document</a><a href="/platforms">Platforms</a></nav>
</footer>
</main>`

export const renderPage = ({ title, description, path, nav, main }: PageOptions): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description}">
<title>${title}</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}">
<style>${raw(STYLE)}</style>
</head>
<body>
${relativeLinks(path, body({ path, nav, main }))}
<script>${raw(SCRIPT)}</script>
</body>
</html>
`.markup
