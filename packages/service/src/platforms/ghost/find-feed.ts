// The feed of a site, an author or a tag. A site with a password redirects to its login page.

import type { Feed } from '../../feeds/feed.ts'
import { requestForFeed, requireFeed } from '../../feeds/read-document.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { siteOf } from './canonicalize-site.ts'

/** Throws Refused: `hidden` when the site needs a password, `broken` when the response is not a feed. */
export const findFeed = async (send: Send, handle: string): Promise<Feed> => {
  const { base, kind, slug } = siteOf(handle)
  const response = await requestForFeed(send, kind === 'site' ? `${base}/rss/` : `${base}/${kind}/${slug}/rss/`)
  if (new URL(response.url).pathname.endsWith('/private/')) throw new Refused('hidden')
  return requireFeed(response)
}
