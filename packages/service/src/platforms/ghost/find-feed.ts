// The feed of a site, an author or a tag. A site that asks strangers for a password leads them to its door instead.

import type { Feed } from '../../feeds/feed.ts'
import { askForFeed, requireFeed } from '../../feeds/read-document.ts'
import type { Ask } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { siteOf } from './canonicalize-site.ts'

/** Throws Refused: `hidden` behind a password, `broken` where something else is in place of the feed. */
export const findFeed = async (ask: Ask, handle: string): Promise<Feed> => {
  const { base, kind, slug } = siteOf(handle)
  const answer = await askForFeed(ask, kind === 'site' ? `${base}/rss/` : `${base}/${kind}/${slug}/rss/`)
  if (new URL(answer.url).pathname.endsWith('/private/')) throw new Refused('hidden')
  return requireFeed(answer)
}
