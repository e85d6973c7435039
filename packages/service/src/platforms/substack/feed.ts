import type { FeedReading } from '../../feeds/feed-reader.ts'
import { adaptPost, isControl } from './adapt-post.ts'
import { findFeed, identify } from './find-feed.ts'

export const feed: FeedReading = { find: findFeed, identify, skips: isControl, hasStoredTitles: true, adapt: adaptPost }
