// The layout of the documentation pages. The content is readable without the scripts, and the navigation works without them.

import { ICONS } from './icons.ts'
import { toRoot } from './links.ts'
import { html, type Markup, raw } from './markup.ts'
import { breadcrumbs, type Heading, hasContents, type NavGroup, neighbors, onThisPage, sidebar } from './navigation.ts'

export type PageOptions = {
  /** Without the name of the product. */
  readonly title: string
  readonly description: string
  /** The path of the page. */
  readonly path: string
  /** `guide` has a column of text with its contents at the side; `reference` uses the whole width; `home` has no breadcrumbs.
   * `missing` stands for a page that does not exist, and has no Markdown either. */
  readonly layout: 'guide' | 'reference' | 'home' | 'missing'
  /** The headings of a guide. */
  readonly headings?: readonly Heading[]
  /** The sections of a reference, shown in the sidebar. */
  readonly sections?: readonly NavGroup[]
  /** What the search begins with. */
  readonly query?: string
  readonly main: Markup
}

/** Makes links and sources from the root of the service relative to the page. */
const relativeLinks = (path: string, { markup }: Markup): Markup =>
  raw(markup.replace(/(?<=<[a-z][^>]*? (?:href|src|srcset)=")\/(?!\/)/g, toRoot(path)))

/** Hidden until the script, which it needs, shows it. */
const searchButton = html`
<button type="button" class="search-button" aria-haspopup="dialog" hidden>${ICONS.search}<span>Search</span><kbd>/</kbd></button>`

const searchDialog = ({ path, query = '' }: PageOptions): Markup => html`
<dialog class="search" aria-label="Search the documentation" data-root="${toRoot(path)}">
  <form role="search">
    <label for="search">${ICONS.search}<span class="unseen">Search</span></label>
    <input id="search" type="search" autocomplete="off" spellcheck="false" value="${query}" placeholder="Endpoints, codes, settings, guides">
    <button type="button" class="close" aria-label="Close the search">Esc</button>
  </form>
  <p role="status"></p>
  <div class="results"></div>
</dialog>`

const header = html`
<header class="top">
  <button type="button" class="menu" popovertarget="contents" aria-label="Contents">${ICONS.menu}</button>
  <a class="brand" href="/docs"><img src="/docs/assets/icon.svg" alt="" width="28" height="28"><span>Central API</span></a>
  ${searchButton}
  <nav aria-label="Main"><a href="/docs/reference/api">API reference</a><a href="/docs/errors">Errors</a><a href="/docs/reference/cli">Command line</a></nav>
</header>`

const footer = ({ path, layout }: PageOptions): Markup => html`
<footer>
  ${neighbors(path)}
  <nav class="more" aria-label="Formats">${layout !== 'missing' && html`<a href="${path}.md">This page as Markdown</a>`}<a href="/llms.txt">llms.txt</a><a href="/openapi.json">OpenAPI document</a></nav>
</footer>`

const article = (options: PageOptions): Markup => {
  const { path, layout, headings = [], main } = options
  return html`
<main id="main" class="${layout === 'missing' ? 'home missing' : layout}" tabindex="-1">
  ${
    layout !== 'home' &&
    layout !== 'missing' &&
    html`<div class="above">${breadcrumbs(path)}<span class="markdown"><button type="button" hidden>Copy page</button><a href="${path}.md" type="text/markdown">Markdown</a></span></div>`
  }
  ${
    layout === 'guide' &&
    hasContents(headings) &&
    html`<details class="on-this-page narrow"><summary>On this page</summary><nav aria-label="On this page">${onThisPage(headings)}</nav></details>`
  }
  ${main}
  ${footer(options)}
</main>
${
  layout === 'guide' &&
  hasContents(headings) &&
  html`<aside class="on-this-page wide"><nav aria-labelledby="on-this-page"><h2 id="on-this-page">On this page</h2>${onThisPage(headings)}</nav></aside>`
}`
}

const body = (options: PageOptions): Markup => html`<a class="skip" href="#main">Skip to content</a>
${header}
<div class="frame">
<nav id="contents" class="sidebar" aria-label="Documentation" popover>
  <button type="button" class="close-menu" popovertarget="contents" popovertargetaction="hide" aria-label="Close contents">${ICONS.close}</button>
  ${sidebar(options.path, options.sections)}
</nav>
${article(options)}
</div>
${searchDialog(options)}`

const SCRIPTS = ['contents', 'samples', 'search'] as const

export const renderPage = (options: PageOptions): string => {
  const { title, description, path, layout } = options
  const head = html`<link rel="icon" href="/docs/assets/icon.svg" type="image/svg+xml">
<link rel="preload" href="/docs/assets/geist.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/docs/assets/theme.css">
<link rel="stylesheet" href="/docs/assets/docs.css">
${layout !== 'missing' && html`<link rel="alternate" type="text/markdown" href="${path}.md">`}
${SCRIPTS.map((name) => html`<script type="module" src="/docs/assets/${name}.js"></script>`)}`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description}">
<title>${title} · Central API</title>
${relativeLinks(path, head)}
</head>
<body>
${relativeLinks(path, body(options))}
</body>
</html>
`.markup
}
