// Finds the feed of a publication. A publication with its own domain redirects there, a deleted one to Substack's front page.

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

/** The canonical handle is the host of the feed, after redirects. */
export const identify = ({ feedUrl }: Feed, handle: string) => ({
  id: handle,
  handle: canonicalizePublication(new URL(feedUrl).hostname) ?? handle,
})
