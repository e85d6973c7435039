// The feed of a publication. One with a domain of its own leads there; one that is gone leads to Substack's front.

import type { Feed } from '../../feeds/feed.ts'
import { askForFeed, feedOf } from '../../feeds/read-document.ts'
import type { Ask } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { canonicalizePublication } from './canonicalize-publication.ts'

const isSubstack = (hostname: string): boolean => /^(?:www\.)?substack\.com$/.test(hostname)

/** Throws Refused: `absent`, `broken`. */
export const findFeed = async (ask: Ask, handle: string): Promise<Feed> => {
  const answer = await askForFeed(ask, `https://${handle}/feed`)
  const feed = feedOf(answer)
  if (feed) return feed
  throw new Refused(isSubstack(new URL(answer.url).hostname) ? 'absent' : 'broken')
}

/** The publication's home is where its feed was read. */
export const identify = ({ feedUrl }: Feed, handle: string) => ({
  id: handle,
  handle: canonicalizePublication(new URL(feedUrl).hostname) ?? handle,
})
