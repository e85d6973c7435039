import type { FeedReading } from '../../feeds/feed-reader.ts'
import { adaptPost, isClicked } from './adapt-post.ts'
import { findFeed, identify } from './find-feed.ts'

export const feed: FeedReading = { find: findFeed, identify, skips: isClicked, hasStoredTitles: true, adapt: adaptPost }
