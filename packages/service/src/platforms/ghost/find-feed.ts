// The feed of a site, an author or a tag. A site that asks strangers for a password leads them to its door instead.

import type { Ask } from '../contract/call.ts'
import { Refused } from '../contract/refusal.ts'
import type { Feed } from '../feeds/feed.ts'
import { askForFeed, feedOf } from '../feeds/read-document.ts'
import { siteOf } from './canonicalize-site.ts'

/** Throws Refused: `hidden` behind a password, `absent` where there is no feed. */
export const findFeed = async (ask: Ask, handle: string): Promise<Feed> => {
  const { base, kind, slug } = siteOf(handle)
  const answer = await askForFeed(ask, kind === 'site' ? `${base}/rss/` : `${base}/${kind}/${slug}/rss/`)
  if (new URL(answer.url).pathname.endsWith('/private/')) throw new Refused('hidden')
  const feed = feedOf(answer)
  if (feed === undefined) throw new Refused('absent')
  return feed
}
