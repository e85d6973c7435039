// The plain text that people write at a site → HTML with the links that the site makes of it, and its hashtags.

import { BARE_URL_START, bareUrlAt } from './bare-url.ts'
import { POST_LIMITS } from './bound-html.ts'
import { cutMarkup } from './cut-markup.ts'
import { linkHtml, paragraphs } from './link-html.ts'
import { escapeText } from './markup/escape.ts'

/** How names are written: in small letters and digits of ASCII, or in those of any script. */
export type Names = 'ascii' | 'letters'

/** Where the marks of a site lead; undefined where it makes no links of them. */
export type Links = {
  /** `tag`: as written, without its sign. */
  readonly tag?: (tag: string) => string | undefined
  readonly name?: (name: string) => string | undefined
  /** `ascii` when it is not named. */
  readonly names?: Names
  /** Whether a number alone is a hashtag. */
  readonly numbers?: boolean
  /** Where signs stand that begin nothing, since they were escaped. */
  readonly literal?: ReadonlySet<number>
}

type Mark = { readonly at: number; readonly written: string; readonly target: string | undefined }

const WORD = '\\p{L}\\p{N}\\p{M}_'
/** A name with a host behind it is somebody of another site. */
const marksWith = (name: string, before = ''): RegExp =>
  new RegExp(
    `${BARE_URL_START}|(?<![${WORD}&/#@.${before}])(?:#[${WORD}]+|@(?:[${name}]+)(?![${name}]|@[a-z\\d]))`,
    'giu',
  )
const MARKS: Readonly<Record<Names, RegExp>> = {
  ascii: marksWith('a-z0-9._'),
  letters: marksWith(`${WORD}.·\\-`, '·\\-'),
}
/** What ends a sentence and no name. */
const BEHIND_NAME: ReadonlySet<string> = new Set('.·-')

/** Without one of these there is no mark, and to look for them takes no time. */
const mayHoldMarks = (text: string): boolean =>
  text.includes('#') || text.includes('@') || text.includes('://') || /www\./i.test(text)

/** The text as HTML. null for no text. */
export const describeText = (text: string | null, links: Links): string | null =>
  text === null ? null : cutMarkup(paragraphs(inlineHtml(text, links)), POST_LIMITS.characters)

/** The same without paragraphs: line ends stay what they are. */
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

/** Its hashtags, as written. */
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
