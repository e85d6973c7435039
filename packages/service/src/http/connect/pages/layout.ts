// The frame of the pages of a consent: the brand above one card. Without scripts.

import { html, type Markup } from '../../docs/markup.ts'
import type { Brand } from '../brand.ts'

export type PageContent = {
  readonly title: string
  readonly main: Markup
  /** Where the page's assets are, relative to it. */
  readonly root: string
  /** Where the browser goes from here by itself. */
  readonly onward?: string
}

const logo = ({ name, logoUrl }: Brand): Markup =>
  logoUrl === undefined
    ? html`<span class="brand">${name}</span>`
    : html`<img class="brand" src="${logoUrl}" alt="${name}" height="40">`

export const renderPage = (brand: Brand, { title, main, root, onward }: PageContent): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${onward !== undefined && html`<meta http-equiv="refresh" content="0;url=${onward}">`}
<title>${title} · ${brand.name}</title>
<link rel="icon" href="${root}assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${root}assets/theme.css">
<link rel="stylesheet" href="${root}assets/connect.css">
<link rel="stylesheet" href="${root}assets/brand.css">
</head>
<body>
<header>${logo(brand)}</header>
<main>
${main}
</main>
${brand.supportUrl !== undefined && html`<footer><a href="${brand.supportUrl}">Get help</a></footer>`}
</body>
</html>
`.markup
