// How much HTML is read for one page of posts. What does not fit is not cut: it is left for the page behind.

import { extentOf, type HtmlExtent } from './bound-html.ts'

/** For all posts of a page together; a post alone is always within. */
export const PAGE_LIMITS = { characters: 500_000, tags: 20_000 } as const

export type ReadingBudget = {
  /** Whether a post with these texts is read too. What was refused once is not asked for again: the page ends there. */
  admit(texts: readonly string[]): boolean
}

export const createReadingBudget = (limits: HtmlExtent = PAGE_LIMITS): ReadingBudget => {
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
