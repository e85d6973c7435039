// The posts of a site that keeps its API to itself: its feed, which WordPress always has.

import { feedSource } from '../../feeds/feed-source.ts'
import { siteOf } from './canonicalize-site.ts'

export const feed = feedSource({
  /** `/feed/`, and what it is where addresses have no paths. */
  address(handle) {
    const { base, archive } = siteOf(handle)
    if (archive === undefined) return [`${base}/feed/`, `${base}/?feed=rss2`]
    return 'id' in archive ? `${base}${archive.path}&feed=rss2` : `${base}${archive.path}/feed/`
  },
  wants: { media: ({ media }) => media.length > 0 },
})
