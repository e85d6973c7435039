// The feed, which every WordPress has, for sites that close their REST API.

import { feedSource } from '../../feeds/feed-source.ts'
import { siteOf } from './canonicalize-site.ts'

export const feed = feedSource({
  /** `/feed/`, and the form without permalinks. */
  address(handle) {
    const { base, archive } = siteOf(handle)
    if (archive === undefined) return [`${base}/feed/`, `${base}/?feed=rss2`]
    return 'id' in archive ? `${base}${archive.path}&feed=rss2` : `${base}${archive.path}/feed/`
  },
  wants: { media: ({ media }) => media.length > 0 },
})
