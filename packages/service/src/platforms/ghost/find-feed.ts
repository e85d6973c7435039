// The feed of a site, an author or a tag. A site with a password redirects to its login page.

import type { Feed } from '../../feeds/feed.ts'
import { requestForFeed, requireFeed } from '../../feeds/read-document.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { siteOf, tagsOf } from './canonicalize-site.ts'

const SEVERAL = 'A feed has the posts of one tag. Set GHOST_CONTENT_KEYS to read several.'

/** Throws Refused: `signed_only` for several tags, `hidden` when the site needs a password, `broken` when the response is not a feed. */
export const findFeed = async (send: Send, handle: string): Promise<Feed> => {
  const site = siteOf(handle)
  if (tagsOf(site)) throw new Refused('signed_only', { message: SEVERAL })
  const { base, kind, slug } = site
  const response = await requestForFeed(send, kind === 'site' ? `${base}/rss/` : `${base}/${kind}/${slug}/rss/`)
  if (new URL(response.url).pathname.endsWith('/private/')) throw new Refused('hidden')
  return requireFeed(response)
}
