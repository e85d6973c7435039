// The public feed of a blog: its newest posts, without a key. Its URL needs the blog's name; a uuid has no feed.

import type { FeedReading } from '../../feeds/feed-reader.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { adaptEntry } from './adapt-entry.ts'
import { isUuid } from './canonicalize-blog.ts'
import { tagIn } from './canonicalize-tag.ts'

export const feed: FeedReading = {
  address(written) {
    const { blog: handle = '', tag } = tagIn(written) ?? { blog: written }
    if (isUuid(handle))
      throw new Refused('closed', {
        message: 'Without an API key, only the name of a blog can be scanned, not its uuid (t:…).',
        evidence: 'none',
      })
    const site = `https://${handle.includes('.') ? handle : `${handle}.tumblr.com`}`
    return tag === undefined ? `${site}/rss` : `${site}/tagged/${encodeURIComponent(tag)}/rss`
  },
  identify: (_, handle) => ({ id: tagIn(handle) === undefined ? handle : `section ${handle}` }),
  profile: (profile, handle) => ({ ...profile, id: null, handle }),
  adapt: adaptEntry,
}
