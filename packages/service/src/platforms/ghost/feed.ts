import type { FeedReading } from '../../feeds/feed-reader.ts'
import { findFeed } from './find-feed.ts'

export const feed: FeedReading = { find: findFeed, hasPlainTitles: true, hasStoredTitles: true }
