// The Markdown of a page, as programs read it: its file, with links to the Markdown of other pages of this service.

import { basename } from 'node:path'
import { resolveLink, toRoot } from './links.ts'
import type { DocPage } from './pages.ts'
import { readGuide } from './render-guide.ts'

const FENCE = /^ *```.*?^ *```$/gms
const LINK = /(?<image>!?)\[(?<text>[^\]]*)\]\((?<href>[^)\s]+)\)/g
/** Comments for editors, which name the files of samples. */
const COMMENT = /^<!--.*?-->\n+/gms

const linkFrom = ({ path, file }: DocPage, text: string, href: string): string => {
  const target = resolveLink(href, file)
  // What is only in the repository is named without a link.
  if (target === undefined) return text
  if (!target.startsWith('/')) return `[${text}](${target})`
  const [page = '', anchor] = target.split('#')
  return `[${text}](${toRoot(path)}${page.slice(1)}.md${anchor === undefined ? '' : `#${anchor}`})`
}

const relink = (page: DocPage, prose: string): string =>
  prose
    .replace(COMMENT, '')
    .replace(LINK, (_, image: string, text: string, href: string) =>
      image === '' ? linkFrom(page, text, href) : `![${text}](${toRoot(page.path)}docs/images/${basename(href)})`,
    )

/** Links in code blocks stay unchanged. */
export const pageMarkdown = (page: DocPage, baseUrl: string): string => {
  const text = readGuide(page, baseUrl)
  const parts: string[] = []
  let at = 0
  for (const { 0: code, index } of text.matchAll(FENCE)) {
    parts.push(relink(page, text.slice(at, index)), code)
    at = index + code.length
  }
  return [...parts, relink(page, text.slice(at))].join('')
}
