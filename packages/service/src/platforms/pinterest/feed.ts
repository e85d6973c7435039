import type { FeedReading } from '../../feeds/feed-reader.ts'
import { adaptItem, adaptProfile, feedAddress } from './adapt-item.ts'

export const feed: FeedReading = { address: feedAddress, adapt: adaptItem, profile: adaptProfile }
