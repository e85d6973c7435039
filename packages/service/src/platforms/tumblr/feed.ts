// The public feed of a blog: its newest posts, without a key. Its URL needs the blog's name; a uuid has no feed.

import type { FeedReading } from '../../feeds/feed-reader.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { adaptEntry } from './adapt-entry.ts'
import { isUuid } from './canonicalize-blog.ts'

export const feed: FeedReading = {
  address(handle) {
    if (isUuid(handle))
      throw new Refused('closed', {
        message: 'Without an API key, only the name of a blog can be scanned, not its uuid (t:…).',
        evidence: 'none',
      })
    return `https://${handle.includes('.') ? handle : `${handle}.tumblr.com`}/rss`
  },
  profile: (profile, handle) => ({ ...profile, id: null, handle }),
  adapt: adaptEntry,
}
