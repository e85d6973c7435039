// The feed, which every WordPress has, for sites that close their REST API.

import { feedSource } from '../../feeds/feed-source.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { siteOf } from './canonicalize-site.ts'

const CLOSED = 'The site refuses access to its API, and its feed has no such list.'

export const feed = feedSource({
  /** `/feed/`, and the form without permalinks. */
  address(handle) {
    const { base, archive, list } = siteOf(handle)
    if (list?.is === 'search') return `${base}/?s=${encodeURIComponent(list.words)}&feed=rss2`
    // WordPress ignores a type or a taxonomy that it does not know, and returns everything.
    if (list !== undefined) throw new Refused('closed', { as: 'platform_error', message: CLOSED, evidence: 'none' })
    if (archive === undefined) return [`${base}/feed/`, `${base}/?feed=rss2`]
    return 'id' in archive ? `${base}${archive.path}&feed=rss2` : `${base}${archive.path}/feed/`
  },
  wants: { media: ({ media }) => media.length > 0 },
})
