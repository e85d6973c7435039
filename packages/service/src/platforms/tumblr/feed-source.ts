// The public feed of a blog as a source: its newest posts, without a key. A feed is known by a name, and not by a uuid.

import { Refused } from '../contract/refusal.ts'
import type { Source } from '../contract/source.ts'
import { feedSource } from '../feeds/feed-source.ts'
import { adaptEntry } from './adapt-entry.ts'
import { isUuid } from './canonicalize-blog.ts'

const byName = feedSource({
  address: (handle) => `https://${handle.includes('.') ? handle : `${handle}.tumblr.com`}/rss`,
  variants: ['posts'],
  profile: (profile, handle) => ({ ...profile, id: null, handle }),
  adapt: adaptEntry,
})

const requireName = ({ handle }: { readonly handle: string }): void => {
  if (isUuid(handle))
    throw new Refused('closed', { message: 'Without a key a blog is read by its name, not by its uuid (t:…).' })
}

export const blogFeed: Source<unknown> = {
  ...byName,
  account: async (request) => {
    requireName(request)
    return byName.account(request)
  },
  posts: async (request) => {
    requireName(request)
    return byName.posts(request)
  },
}
