// Renders a guide from Markdown to HTML, with GitHub's anchors, highlighted code and links to the other pages. It renders one
// section at a time and yields to the event loop in between, so that a long guide does not block other requests.

import { readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { markdownToHtml } from '../../post/markup/markdown-to-html.ts'
import { codeSample } from './code-sample.ts'
import { resolveLink } from './links.ts'
import { html, type Markup, raw } from './markup.ts'
import { type NavGroup, renderPage } from './page.ts'
import type { DocPage } from './pages.ts'

const ROOT = new URL('../../../../../', import.meta.url)

export const readGuide = ({ file }: Pick<DocPage, 'file'>): string => readFileSync(new URL(file, ROOT), 'utf8')

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

/** Creates the anchors of headings as GitHub does, with a number for repeated headings. */
export const createAnchors = (): ((heading: string) => string) => {
  const taken = new Map<string, number>()
  return (heading) => {
    const anchor = heading
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-')
    const before = taken.get(anchor) ?? 0
    taken.set(anchor, before + 1)
    return before === 0 ? anchor : `${anchor}-${before}`
  }
}

export type Heading = { readonly level: number; readonly text: string; readonly anchor: string }

const HEADING = /<h([1-6])>(.*?)<\/h\1>/gs
const CODE = /<pre><code(?: class="language-(\w+)")?>(.*?)<\/code><\/pre>/gs
const LINK = /<a href="([^"]*)">(.*?)<\/a>/gs
const TABLE = /<table>(.*?)<\/table>/gs

/** Renders a section and reports its headings. */
const renderSection = (
  section: string,
  file: string,
  anchorOf: (heading: string) => string,
  onHeading: (heading: Heading) => void,
): string =>
  markdownToHtml(section)
    .replace(LINK, (_, href: string, text: string) => {
      const target = resolveLink(textOf(href), file)
      return target === undefined ? text : html`<a href="${target}">${raw(text)}</a>`.markup
    })
    .replace(CODE, (_, language: string | undefined, code: string) => codeSample(textOf(code), language ?? '').markup)
    .replace(
      TABLE,
      (_, rows: string) =>
        `<div class="table" tabindex="0"><table>${rows.replaceAll('<th></th>', '<td></td>')}</table></div>`,
    )
    .replace(HEADING, (_, level: string, text: string) => {
      const heading = { level: Number(level), text: textOf(text), anchor: anchorOf(textOf(text)) }
      onHeading(heading)
      return html`<h${raw(level)} id="${heading.anchor}">${raw(text)}</h${raw(level)}>`.markup
    })

export const renderGuide = async (guide: DocPage): Promise<string> => {
  const headings: Heading[] = []
  const anchorOf = createAnchors()
  const parts: Markup[] = []
  for (const section of sectionsOf(readGuide(guide))) {
    parts.push(raw(renderSection(section, guide.file, anchorOf, (heading) => headings.push(heading))))
    await nextTurn()
  }
  const contents: NavGroup = {
    title: 'On this page',
    links: headings.filter(({ level }) => level === 2).map(({ text, anchor }) => ({ href: `#${anchor}`, text })),
  }
  return renderPage({
    title: `Central API: ${guide.title}`,
    description: guide.description,
    path: guide.path,
    nav: [contents],
    main: html`<article class="guide">${parts}</article>`,
  })
}
