// The feed of a publication. One with a domain of its own leads there; one that is gone leads to Substack's front.

import type { Feed } from '../../feeds/feed.ts'
import { feedOf, requestForFeed } from '../../feeds/read-document.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { canonicalizePublication } from './canonicalize-publication.ts'

const isSubstack = (hostname: string): boolean => /^(?:www\.)?substack\.com$/.test(hostname)

/** Throws Refused: `absent`, `broken`. */
export const findFeed = async (send: Send, handle: string): Promise<Feed> => {
  const response = await requestForFeed(send, `https://${handle}/feed`)
  const feed = feedOf(response)
  if (feed) return feed
  throw new Refused(isSubstack(new URL(response.url).hostname) ? 'absent' : 'broken')
}

/** The publication's home is where its feed was read. */
export const identify = ({ feedUrl }: Feed, handle: string) => ({
  id: handle,
  handle: canonicalizePublication(new URL(feedUrl).hostname) ?? handle,
})
