// Texts of feeds. RSS does not say whether a text is markup; Atom does.

import { absoluteUrl } from '../post/absolute-url.ts'
import { htmlToText } from '../post/html.ts'
import { UNREAD } from '../post/markup/elements.ts'
import { oneLine, plainText } from '../post/text.ts'
import type { FeedText } from './feed.ts'

const ENTITY = /&(?:[a-z][a-z0-9]{1,30}|#\d{1,7}|#x[0-9a-f]{1,6});/i
const INLINE_NAMES = 'a|abbr|b|br|cite|code|em|i|mark|p|q|s|small|span|strong|sub|sup|u'
/** Other HTML elements, including obsolete ones. */
const OTHER_NAMES = [
  'acronym|address|applet|area|article|aside|audio|base|basefont|bdi|bdo|big|blockquote|body|button|canvas|caption|center',
  'col|colgroup|data|datalist|dd|del|details|dfn|dialog|dir|div|dl|dt|embed|fieldset|figcaption|figure|font|footer|form',
  'frame|frameset|h[1-6]|head|header|hgroup|hr|html|iframe|img|input|ins|kbd|label|legend|li|link|main|map|marquee|math',
  'menu|meta|meter|nav|nobr|noframes|noscript|object|ol|optgroup|option|output|param|picture|pre|progress|rb|rp|rt|rtc',
  'ruby|samp|script|search|section|select|slot|source|strike|style|summary|svg|table|tbody|td|template|textarea|tfoot',
  'th|thead|time|title|tr|track|tt|ul|var|video|wbr',
].join('|')
const tagsNamed = (names: string) => new RegExp(`</?(?:${names})(?:\\s[^<>]*)?/?>|<!--`, 'i')
const TAG = tagsNamed(`${INLINE_NAMES}|${OTHER_NAMES}`)
const INLINE = tagsNamed(INLINE_NAMES)

/** A text of unknown kind: markup if it contains an HTML tag or an entity. */
export const guessText = (value: string | undefined): FeedText | undefined => {
  if (value === undefined || value.trim() === '') return undefined
  return TAG.test(value) || ENTITY.test(value) ? { html: value } : { plain: value }
}

/** A title of unknown kind. It may mention elements ("How to use <div>"), which are then text, as is an element that
 * would hide the rest of the title. */
export const guessTitle = (value: string | undefined): FeedText | undefined => {
  if (value === undefined || value.trim() === '') return undefined
  return (INLINE.test(value) || ENTITY.test(value)) && !hidesItsEnd(value) ? { html: value } : { plain: value }
}

/** Whether an element with unread content is opened and never closed. */
const hidesItsEnd = (value: string): boolean => {
  if (!value.includes('<')) return false
  const text = value.toLowerCase()
  return Array.from(UNREAD).some((name) => {
    const opened = text.lastIndexOf(`<${name}`)
    return opened !== -1 && !text.includes(`</${name}`, opened)
  })
}

/** The text as received. */
export const sourceOf = (text: FeedText): string => ('html' in text ? text.html : text.plain)

/** The text as a reader sees it. */
export const readText = (text: FeedText | undefined): string | null => {
  if (text === undefined) return null
  return 'html' in text ? htmlToText(text.html) : plainText(text.plain)
}

/** The text in one line, for titles and names. */
export const readLine = (text: FeedText | undefined): string | null => {
  const read = readText(text)
  return read === null ? null : oneLine(read)
}

/** The innermost base: each is relative to the outer one (RFC 3986, section 5.1). */
export const innerBase = (outer: string, ...inner: readonly (string | undefined)[]): string =>
  inner.reduce<string>((base, next) => (next === undefined ? base : (absoluteUrl(next, base) ?? base)), outer)
