// The navigation of the pages: the sidebar, the breadcrumbs, the contents of a page, and the links to its neighbors.

import { ICONS } from './icons.ts'
import { html, type Markup } from './markup.ts'
import { DOC_GROUPS, DOC_PAGES, type DocPage } from './pages.ts'

export type NavLink = { readonly href: string; readonly text: Markup | string }

export type NavGroup = { readonly title: string; readonly links: readonly NavLink[] }

/** A heading of a page in its contents. */
export type Heading = { readonly level: number; readonly text: string; readonly anchor: string }

const linkList = (links: readonly NavLink[]): Markup =>
  html`<ul>${links.map(({ href, text }) => html`<li><a href="${href}">${text}</a></li>`)}</ul>`

/** The sections of a long reference, below its link in the sidebar. */
const within = (sections: readonly NavGroup[]): Markup => html`
<div class="within">${sections
  .filter(({ links }) => links.length > 0)
  .map(({ title, links }) => html`<p>${title}</p>${linkList(links)}`)}</div>`

const item = ({ path, title }: DocPage, current: string, sections: readonly NavGroup[]): Markup =>
  path === current
    ? html`<li><a href="${path}" aria-current="page">${title}</a>${sections.length > 0 && within(sections)}</li>`
    : html`<li><a href="${path}">${title}</a></li>`

/** All pages. The group of the current page is open; on the home page, all are. */
export const sidebar = (current: string, sections: readonly NavGroup[] = []): Markup =>
  html`${DOC_GROUPS.map(({ title, pages }) => {
    const isOpen = current === '/docs' || pages.some(({ path }) => path === current)
    return html`
<details${isOpen && html` open`}>
  <summary>${title}</summary>
  <ul>${pages.map((page) => item(page, current, sections))}</ul>
</details>`
  })}`

export const breadcrumbs = (path: string): Markup => {
  const group = DOC_GROUPS.find(({ pages }) => pages.some((page) => page.path === path))
  return html`<nav class="crumbs" aria-label="Breadcrumbs"><ol><li><a href="/docs">Docs</a></li>${group && html`<li>${group.title}</li>`}</ol></nav>`
}

/** More headings than this are shown without their subsections. */
const MAX_CONTENTS = 36

const contentsOf = (headings: readonly Heading[]): readonly Heading[] => {
  const shown = headings.filter(({ level }) => level === 2 || level === 3)
  return shown.length > MAX_CONTENTS ? shown.filter(({ level }) => level === 2) : shown
}

export const hasContents = (headings: readonly Heading[]): boolean => contentsOf(headings).length > 1

export const onThisPage = (headings: readonly Heading[]): Markup =>
  html`<ul>${contentsOf(headings).map(
    ({ level, text, anchor }) => html`<li class="level-${level}"><a href="#${anchor}">${text}</a></li>`,
  )}</ul>`

/** The previous and the next page in the order of the sidebar. */
export const neighbors = (path: string): Markup => {
  const at = DOC_PAGES.findIndex((page) => page.path === path)
  const [previous, next] = [DOC_PAGES[at - 1], DOC_PAGES[at + 1]]
  if (at < 0) return html``
  return html`
<nav class="neighbors" aria-label="Previous and next page">
  ${previous && html`<a rel="prev" href="${previous.path}">${ICONS.previous}<span><small>Previous</small>${previous.title}</span></a>`}
  ${next && html`<a rel="next" href="${next.path}"><span><small>Next</small>${next.title}</span>${ICONS.next}</a>`}
</nav>`
}
