import type { FeedReading } from '../../feeds/feed-reader.ts'
import { adaptEntry, adaptProfile, feedAddress } from './adapt-entry.ts'

export const feed: FeedReading = {
  hasStoredTitles: true,
  address: feedAddress,
  adapt: adaptEntry,
  profile: adaptProfile,
}
