// Limits the HTML that is read for one page of posts. Posts over the limit are not cut: they are left for the next
// page.

import { extentOf, type HtmlExtent } from './bound-html.ts'

/** For all posts of a page together. A single post always fits. */
export const PAGE_LIMITS = { characters: 500_000, tags: 20_000 } as const

export type HtmlLimit = {
  /** Whether a post with these texts is read, too. After the first refusal the page ends. */
  admit(texts: readonly string[]): boolean
}

export const createHtmlLimit = (limits: HtmlExtent = PAGE_LIMITS): HtmlLimit => {
  let characters = 0
  let tags = 0
  let isFirst = true
  return {
    admit(texts) {
      for (const text of texts) {
        const extent = extentOf(text)
        characters += extent.characters
        tags += extent.tags
      }
      const fits = isFirst || (characters <= limits.characters && tags <= limits.tags)
      isFirst = false
      return fits
    },
  }
}
