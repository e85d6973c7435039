// The plain text that people write on YouTube → HTML with the links that YouTube makes of it: addresses, hashtags, @names.

import { POST_LIMITS } from '../../post/bound-html.ts'
import { cutMarkup } from '../../post/cut-markup.ts'
import { escapeText } from '../../post/markup/escape.ts'
import { linkHtml, paragraphs } from '../../post/text.ts'
import { SITE } from './addresses.ts'
import { canonicalizeChannel } from './canonicalize-channel.ts'

const MARKS =
  /\bhttps?:\/\/[^\s<>"']+|(?<![\p{L}\p{N}\p{M}_&/#@.·-])(?:#[\p{L}\p{N}\p{M}_]+|@[\p{L}\p{N}\p{M}_.·-]+)/giu
/** What ends a sentence and not a link. */
const TRAILING = new Set('.,;:!?)]}·-')
const TRAILING_OF_URL = new Set('.,;:!?)]}')

const withoutTrailing = (mark: string): string => {
  const ends = mark.startsWith('@') ? TRAILING : TRAILING_OF_URL
  let length = mark.length
  while (length > 0 && ends.has(mark[length - 1] ?? '')) length -= 1
  return mark.slice(0, length)
}

/** Where a mark leads; undefined when it is only characters: a number, or a name that nobody can have. */
const targetOf = (mark: string): string | undefined => {
  if (mark.startsWith('#')) {
    return /\p{L}/u.test(mark) ? `${SITE}/hashtag/${encodeURIComponent(mark.slice(1).toLowerCase())}` : undefined
  }
  if (!mark.startsWith('@')) return mark
  return canonicalizeChannel(mark) === undefined ? undefined : `${SITE}/${encodeURI(mark)}`
}

/** The text as HTML. null for no text. */
export const describeHtml = (text: string | null): string | null => {
  if (text === null) return null
  let html = ''
  let from = 0
  for (const { 0: found, index } of text.matchAll(MARKS)) {
    if (html.length > POST_LIMITS.characters) break
    const mark = withoutTrailing(found)
    const target = targetOf(mark)
    if (target === undefined) continue
    html += escapeText(text.slice(from, index)) + linkHtml(target, mark)
    from = index + mark.length
  }
  return cutMarkup(paragraphs(html + escapeText(text.slice(from))), POST_LIMITS.characters)
}

/** Its hashtags, as written. */
export const hashtagsOf = (text: string | null): readonly string[] =>
  Array.from((text ?? '').matchAll(MARKS), ([mark]) => mark).filter(
    (mark) => mark.startsWith('#') && targetOf(mark) !== undefined,
  )
