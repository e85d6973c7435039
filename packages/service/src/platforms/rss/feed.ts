// A feed by its own address, or by that of a page that links it.

import type { FeedReading } from '../../feeds/feed-reader.ts'
import { findFeed } from '../../feeds/find-feed.ts'

export const feed: FeedReading = { find: findFeed, wants: { media: ({ media }) => media.length > 0 } }
