// The plain text that people write at a site → HTML with the links that the site makes of it, and its hashtags.

import { POST_LIMITS } from './bound-html.ts'
import { cutMarkup } from './cut-markup.ts'
import { escapeText } from './markup/escape.ts'
import { linkHtml, paragraphs } from './text.ts'

const MARKS = /\bhttps?:\/\/[^\s<>"']+|(?<![\p{L}\p{N}\p{M}_&/#@.])(?:#[\p{L}\p{N}\p{M}_]+|@[a-z0-9._]+)/giu
const TRAILING: ReadonlySet<string> = new Set('.,;:!?)]}')

/** Where the marks of a site lead; undefined where it makes no links of them. */
export type Links = {
  readonly tag?: (tag: string) => string
  readonly name?: (name: string) => string
}

/** Without one of these there is no mark, and to look for them takes no time. */
const mayHoldMarks = (text: string): boolean => text.includes('#') || text.includes('@') || text.includes('://')

/** The text as HTML. null for no text. */
export const describeText = (text: string | null, links: Links): string | null =>
  text === null ? null : cutMarkup(paragraphs(inlineHtml(text, links)), POST_LIMITS.characters)

/** The same without paragraphs: line ends stay what they are. */
export const inlineHtml = (text: string, links: Links): string => {
  if (!mayHoldMarks(text)) return escapeText(text)
  let html = ''
  let from = 0
  for (const { 0: found, index } of text.matchAll(MARKS)) {
    if (html.length > POST_LIMITS.characters) break
    const mark = withoutTrailing(found)
    const target = targetOf(mark, links)
    if (target === undefined) continue
    html += escapeText(text.slice(from, index)) + linkHtml(target, mark)
    from = index + mark.length
  }
  return html + escapeText(text.slice(from))
}

/** Its hashtags, as written. A number alone is none. */
export const hashtagsOf = (text: string | null): readonly string[] =>
  text?.includes('#')
    ? Array.from(text.matchAll(MARKS), ([mark]) => mark).filter((mark) => /^#.*\p{L}/u.test(mark))
    : []

const targetOf = (mark: string, { tag, name }: Links): string | undefined => {
  if (mark.startsWith('#')) return /\p{L}/u.test(mark) ? tag?.(encodeURIComponent(mark.slice(1))) : undefined
  if (!mark.startsWith('@')) return mark
  return mark.length > 1 ? name?.(mark.slice(1).toLowerCase()) : undefined
}

const withoutTrailing = (mark: string): string => {
  let length = mark.length
  while (length > 0 && TRAILING.has(mark[length - 1] ?? '')) length -= 1
  return mark.slice(0, length)
}
