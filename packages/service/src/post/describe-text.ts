// Plain text of a platform → HTML with the links that the platform makes of it, and its hashtags.

import { BARE_URL_START, bareUrlAt } from './bare-url.ts'
import { POST_LIMITS } from './bound-html.ts'
import { cutMarkup } from './cut-markup.ts'
import { linkHtml, paragraphs } from './link-html.ts'
import { escapeText } from './markup/escape.ts'

/** Characters of names: lower-case ASCII letters and digits, or letters of any script. */
export type Names = 'ascii' | 'letters'

/** The targets of a platform's marks; undefined if it does not link them. */
export type Links = {
  /** `tag`: as written, without its sign. */
  readonly tag?: (tag: string) => string | undefined
  readonly name?: (name: string) => string | undefined
  /** Default: `ascii`. */
  readonly names?: Names
  /** Whether digits alone are a hashtag. */
  readonly numbers?: boolean
  /** Positions of escaped signs, which start no mark. */
  readonly literal?: ReadonlySet<number>
}

type Mark = { readonly at: number; readonly written: string; readonly target: string | undefined }

const WORD = '\\p{L}\\p{N}\\p{M}_'
/** A name followed by a host belongs to another site. */
const marksWith = (name: string, before = ''): RegExp =>
  new RegExp(
    `${BARE_URL_START}|(?<![${WORD}&/#@.${before}])(?:#[${WORD}]+|@(?:[${name}]+)(?![${name}]|@[a-z\\d]))`,
    'giu',
  )
const MARKS: Readonly<Record<Names, RegExp>> = {
  ascii: marksWith('a-z0-9._'),
  letters: marksWith(`${WORD}.·\\-`, '·\\-'),
}
/** Punctuation that may follow a name. */
const BEHIND_NAME: ReadonlySet<string> = new Set('.·-')

/** Text without any of these has no marks. The check takes no time. */
const mayHoldMarks = (text: string): boolean =>
  text.includes('#') || text.includes('@') || text.includes('://') || /www\./i.test(text)

/** The text as HTML. null for no text. */
export const describeText = (text: string | null, links: Links): string | null =>
  text === null ? null : cutMarkup(paragraphs(inlineHtml(text, links)), POST_LIMITS.characters)

/** The same without paragraphs: line breaks stay as they are. */
export const inlineHtml = (text: string, links: Links): string => {
  if (!mayHoldMarks(text)) return escapeText(text)
  let html = ''
  let from = 0
  for (const { at, written, target } of marksOf(text, links)) {
    if (html.length > POST_LIMITS.characters) break
    if (target === undefined) continue
    html += escapeText(text.slice(from, at)) + linkHtml(target, written)
    from = at + written.length
  }
  return html + escapeText(text.slice(from))
}

/** The hashtags, as written. */
export const hashtagsOf = (text: string | null, links: Links = {}): readonly string[] =>
  text?.includes('#')
    ? Array.from(marksOf(text, links), ({ written }) => written).filter((mark) => isTag(mark, links))
    : []

const isTag = (mark: string, { numbers = false }: Links): boolean =>
  mark.startsWith('#') && (numbers || /\p{L}/u.test(mark))

function* marksOf(text: string, links: Links): Generator<Mark> {
  const marks = new RegExp(MARKS[links.names ?? 'ascii'])
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    if (links.literal?.has(found.index)) continue
    const mark = markAt(text, found.index, found[0], links)
    marks.lastIndex = found.index + mark.written.length
    yield mark
  }
}

const markAt = (text: string, at: number, found: string, links: Links): Mark => {
  if (found.startsWith('#')) {
    return { at, written: found, target: isTag(found, links) ? links.tag?.(found.slice(1)) : undefined }
  }
  if (found.startsWith('@')) {
    const written = withoutTrailing(found)
    return { at, written, target: written.length > 1 ? links.name?.(written.slice(1)) : undefined }
  }
  const bare = bareUrlAt(text, at)
  return { at, written: bare?.written ?? found, target: bare?.url }
}

const withoutTrailing = (name: string): string => {
  let length = name.length
  while (length > 0 && BEHIND_NAME.has(name.charAt(length - 1))) length -= 1
  return name.slice(0, length)
}
