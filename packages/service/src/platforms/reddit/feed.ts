import type { FeedReading } from '../../feeds/feed-reader.ts'
import { adaptEntry, adaptProfile, feedUrl } from './adapt-entry.ts'

export const feed: FeedReading = {
  hasStoredTitles: true,
  address: feedUrl,
  adapt: adaptEntry,
  profile: adaptProfile,
}
