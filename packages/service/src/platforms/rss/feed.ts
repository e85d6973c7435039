// Reads a feed by its URL, or by the URL of a page that links to it.

import type { FeedReading } from '../../feeds/feed-reader.ts'
import { findFeed } from '../../feeds/find-feed.ts'

export const feed: FeedReading = { find: findFeed, wants: { media: ({ media }) => media.length > 0 } }
