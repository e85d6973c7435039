// Renders a guide from Markdown to HTML, with GitHub's anchors, highlighted code and links to the other pages. It renders one
// section at a time and yields to the event loop in between, so that a long guide does not block other requests.

import { readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { markdownToHtml } from '../../post/markup/markdown-to-html.ts'
import { codeSample } from './code-sample.ts'
import { anchorLink, createAnchors, takeOwnAnchors } from './heading-anchors.ts'
import { picture } from './images.ts'
import { resolveLink } from './links.ts'
import { html, type Markup, raw } from './markup.ts'
import type { Heading } from './navigation.ts'
import { withOwnBaseUrl } from './own-base-url.ts'
import { renderPage } from './page.ts'
import type { DocPage } from './pages.ts'
import { anchorSettings, SETTINGS_PAGE } from './settings-index.ts'

const ROOT = new URL('../../../../../', import.meta.url)

/** The Markdown of a guide, whose samples call the service at `baseUrl`. */
export const readGuide = ({ file }: Pick<DocPage, 'file'>, baseUrl: string): string =>
  withOwnBaseUrl(readFileSync(new URL(file, ROOT), 'utf8'), baseUrl)

/** Splits a document at its second-level headings. Comments for editors are removed. */
export const sectionsOf = (markdown: string): readonly string[] =>
  markdown.replace(/^<!--.*?-->$/gms, '').split(/^(?=## )/m)

const REFERENCES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}
const textOf = (markup: string): string =>
  markup.replace(/<[^>]*>/g, '').replace(/&(?:lt|gt|quot|#39|amp);/g, (reference) => REFERENCES[reference] ?? '')

const HEADING = /<h([1-6])>(.*?)<\/h\1>/gs
const CODE = /<pre><code(?: class="language-(\w+)")?>(.*?)<\/code><\/pre>/gs
const LINK = /<a href="([^"]*)">(.*?)<\/a>/gs
const IMAGE = /(?:<p>)?<img src="([^"]*)" alt="([^"]*)">(?:<\/p>)?/g
const TABLE = /<table>(.*?)<\/table>/gs
/** A quotation that begins with one of these words in bold type is a note to the reader. */
const CALLOUT = /<blockquote>\s*(<p><strong>(Note|Tip|Warning)[.:]?<\/strong>.*?)<\/blockquote>/gs

const CELL_CODE = /<code>([^<]*)<\/code>/g
/** Where a long name may break, so that a table fits the page. */
const BREAKS = /(?:[_./:,=]|&amp;)(?=\w)/g

const tableRegion = (rows: string): string => {
  const cells = rows
    .replaceAll('<th></th>', '<td></td>')
    .replace(CELL_CODE, (_, code: string) => `<code>${code.replace(BREAKS, '$&<wbr>')}</code>`)
  return `<div class="table" tabindex="0"><table>${cells}</table></div>`
}

const ROW = /<tr>(.*?)<\/tr>/gs
const CELL = /<(?<tag>t[hd])>/g

/** Each row can stand alone: its cells have the headings of their columns. The roles stay when the style takes the layout of a
 * table away. */
const entriesRegion = (rows: string): string => {
  const labels = [...rows.matchAll(/<th>(.*?)<\/th>/gs)].map(([, heading = '']) => textOf(heading))
  const entries = rows.replace(ROW, (_, cells: string) => {
    let column = -1
    const labeled = cells.replace(CELL, (_cell, tag: string) => {
      column += 1
      if (tag === 'th') return '<th role="columnheader">'
      return html`<td role="cell" data-label="${labels[column] ?? ''}">`.markup
    })
    return `<tr role="row">${labeled}</tr>`
  })
  return tableRegion(entries)
    .replace('class="table"', 'class="table entries"')
    .replace('<table>', '<table role="table">')
    .replaceAll(/<(thead|tbody)>/g, '<$1 role="rowgroup">')
}

/** Renders a section and reports its headings. */
const renderSection = (
  section: string,
  { file, hasTablesOfEntries }: DocPage,
  anchorOf: (heading: string) => string,
  onHeading: (heading: Heading) => void,
): string => {
  const { markdown, anchors } = takeOwnAnchors(section)
  return markdownToHtml(markdown)
    .replace(LINK, (_, href: string, text: string) => {
      const target = resolveLink(textOf(href), file)
      return target === undefined ? text : html`<a href="${target}">${raw(text)}</a>`.markup
    })
    .replace(
      IMAGE,
      (_, source: string, alt: string) => html`<figure>${picture(textOf(source), textOf(alt))}</figure>`.markup,
    )
    .replace(CODE, (_, language: string | undefined, code: string) => codeSample(textOf(code), language ?? '').markup)
    .replace(
      CALLOUT,
      (_, text: string, kind: string) => `<div class="callout ${kind.toLowerCase()}" role="note">${text}</div>`,
    )
    .replace(TABLE, (_, rows: string) => (hasTablesOfEntries ? entriesRegion(rows) : tableRegion(rows)))
    .replace(HEADING, (_, level: string, text: string) => {
      const anchor = anchors.get(textOf(text)) ?? anchorOf(textOf(text))
      const heading = { level: Number(level), text: textOf(text), anchor }
      onHeading(heading)
      return html`<h${raw(level)} id="${heading.anchor}">${raw(text)}${heading.level > 1 && anchorLink(heading)}</h${raw(level)}>`
        .markup
    })
}

export const renderGuide = async (guide: DocPage, baseUrl: string): Promise<string> => {
  const headings: Heading[] = []
  const anchorOf = createAnchors()
  const parts: Markup[] = []
  for (const section of sectionsOf(readGuide(guide, baseUrl))) {
    parts.push(raw(renderSection(section, guide, anchorOf, (heading) => headings.push(heading))))
    await nextTurn()
  }
  const { title, description, path } = guide
  return renderPage({
    title,
    description,
    path,
    layout: 'guide',
    headings,
    main: html`<article class="prose">${path === SETTINGS_PAGE ? raw(anchorSettings(html`${parts}`.markup)) : parts}</article>`,
  })
}
