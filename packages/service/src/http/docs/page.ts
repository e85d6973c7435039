// The frame of the pages for people: one document, its style in it, nothing loaded from anywhere, no script.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { html, type Markup, raw } from './markup.ts'

/** In the order in which they apply. */
const SHEETS = ['base', 'contents', 'samples', 'layout', 'endpoints', 'errors', 'narrow']
const STYLE = SHEETS.map((sheet) => readFileSync(new URL(`./style/${sheet}.css`, import.meta.url), 'utf8')).join('\n')

/** Content Security Policy Level 3: the one style is allowed by its hash, and everything else is refused. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
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
  readonly nav: readonly NavGroup[]
  readonly main: Markup
}

const navigation = (groups: readonly NavGroup[]): Markup =>
  html`${groups.map(
    ({ title, links }) => html`
    <h2>${title}</h2>
    <ul>${links.map(({ href, text }) => html`<li><a href="${href}">${text}</a></li>`)}</ul>`,
  )}`

export const renderPage = ({ title, description, nav, main }: PageOptions): string =>
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
<a class="skip" href="#main">Skip to the content</a>
<header class="side">
  <a class="brand" href="/docs">${raw(ICON)}<span>Central API</span></a>
  <nav class="wide" aria-label="Contents">${navigation(nav)}</nav>
  <details class="narrow"><summary>Contents</summary><nav aria-label="Contents">${navigation(nav)}</nav></details>
</header>
<main id="main">
${main}
<footer>
  <nav aria-label="Elsewhere"><a href="/docs">Reference</a><a href="/docs/errors">Error codes</a><a href="/openapi.json">OpenAPI document</a><a href="/platforms">Platforms</a></nav>
</footer>
</main>
</body>
</html>
`.markup
