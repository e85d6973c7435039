import type { FeedReading } from '../../feeds/feed-reader.ts'
import { adaptItem, adaptProfile, feedUrl } from './adapt-item.ts'

export const feed: FeedReading = { address: feedUrl, adapt: adaptItem, profile: adaptProfile }
