// HTML of one post, cut to what is read of it. Readers take up to a microsecond a character, and everybody else waits as
// long: without a bound one post of a few megabytes would hold the process up for seconds.

import { cutText } from './cut-text.ts'

/** What is read of one post: characters, as many again in what is made of them, and `<`, which begin a tag or a comment. */
export const POST_LIMITS = { characters: 200_000, tags: 10_000 } as const

/** Pictures, videos and recordings of one post. */
export const MOST_MEDIA = 100

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

/** A reference that is not at its end: the longest name has 32 characters. */
const BEGUN_REFERENCE = /&[#\w]{0,32}$/

/**
 * The HTML, or the beginning of it that is within the limits. What is cut off ends between two characters; a tag that was
 * begun there is no tag to any reader. How deep it is nested is left to whoever reads it.
 */
export const cutHtml = (html: string, limits: HtmlExtent = POST_LIMITS): string => {
  // Most posts have fewer characters than a post may have tags.
  if (html.length <= Math.min(limits.characters, limits.tags)) return html
  const { characters } = extentOf(html, limits)
  if (characters === html.length) return html
  const start = cutText(html, characters)
  const [reference = ''] = BEGUN_REFERENCE.exec(start.slice(-40)) ?? []
  return start.slice(0, start.length - reference.length)
}
