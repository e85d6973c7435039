// Limits the HTML of one post. Parsing takes up to a microsecond a character on the event loop: without a limit, one
// post of a few megabytes would block the process for seconds.

import { cutText } from './cut-text.ts'

/** Limits of one post: characters that are read, as many again that are written, and `<` signs, which start a tag or a
 * comment. */
export const POST_LIMITS = { characters: 200_000, tags: 10_000 } as const

/** Images, videos and audio files of one post. */
export const MAX_MEDIA = 100

export type HtmlExtent = { readonly [name in keyof typeof POST_LIMITS]: number }

/** How much of the HTML is within the limits. */
export const extentOf = (html: string, limits: HtmlExtent = POST_LIMITS): HtmlExtent => {
  const most = Math.min(html.length, limits.characters)
  let tags = 0
  for (let at = html.indexOf('<'); at !== -1 && at < most; at = html.indexOf('<', at + 1)) {
    if (tags === limits.tags) return { characters: at, tags }
    tags += 1
  }
  return { characters: most, tags }
}

/** A reference that may be cut off: the longest name has 32 characters. */
const BEGUN_REFERENCE = /&[#\w]{0,32}$/

/** The HTML, or its beginning within the limits. It is cut between two characters; an unfinished tag at the end is not
 * a tag to any reader. The caller limits how deep elements are nested. */
export const cutHtml = (html: string, limits: HtmlExtent = POST_LIMITS): string => {
  // Most posts have fewer characters than the limit of tags.
  if (html.length <= Math.min(limits.characters, limits.tags)) return html
  const { characters } = extentOf(html, limits)
  if (characters === html.length) return html
  const start = cutText(html, characters)
  const [reference = ''] = BEGUN_REFERENCE.exec(start.slice(-40)) ?? []
  return start.slice(0, start.length - reference.length)
}
