// The posts of a site that keeps its API to itself: its feed, which WordPress always has.

import { feedSource } from '../feeds/feed-source.ts'
import { siteOf } from './canonicalize-site.ts'

export const feed = feedSource({
  /** `/feed/`, and what it is where addresses have no paths. */
  address(handle) {
    const { base, author } = siteOf(handle)
    return author === undefined ? [`${base}/feed/`, `${base}/?feed=rss2`] : `${base}/author/${author}/feed/`
  },
  wants: { media: ({ media }) => media.length > 0 },
})
