// What people write under their films → HTML with the links that TikTok makes of it: hashtags and names.

import { escapeText } from '../../post/markup/escape.ts'
import { linkHtml, paragraphs } from '../../post/text.ts'

export const SITE = 'https://www.tiktok.com'

const MARKS = /(?<![\p{L}\p{N}\p{M}_&/#@.])(?:#[\p{L}\p{N}\p{M}_]+|@[\w.]*\w)/gu

/** null for no text. */
export const captionHtml = (text: string | null): string | null => {
  if (text === null) return null
  let html = ''
  let from = 0
  for (const { 0: mark, index } of text.matchAll(MARKS)) {
    const name = encodeURIComponent(mark.slice(1).toLowerCase())
    const url = mark.startsWith('#') ? `${SITE}/tag/${name}` : `${SITE}/@${name}`
    html += escapeText(text.slice(from, index)) + linkHtml(url, mark)
    from = index + mark.length
  }
  return paragraphs(html + escapeText(text.slice(from)))
}

/** Its hashtags, as written. */
export const hashtagsOf = (text: string | null): readonly string[] =>
  text?.includes('#') ? Array.from(text.matchAll(MARKS), ([mark]) => mark).filter((mark) => mark.startsWith('#')) : []
