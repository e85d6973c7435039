// The feed of a site, an author or a tag. A site that asks strangers for a password leads them to its door instead.

import type { Feed } from '../../feeds/feed.ts'
import { requestForFeed, requireFeed } from '../../feeds/read-document.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { siteOf } from './canonicalize-site.ts'

/** Throws Refused: `hidden` behind a password, `broken` where something else is in place of the feed. */
export const findFeed = async (send: Send, handle: string): Promise<Feed> => {
  const { base, kind, slug } = siteOf(handle)
  const response = await requestForFeed(send, kind === 'site' ? `${base}/rss/` : `${base}/${kind}/${slug}/rss/`)
  if (new URL(response.url).pathname.endsWith('/private/')) throw new Refused('hidden')
  return requireFeed(response)
}
