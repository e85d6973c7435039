import type { FeedReading } from '../../feeds/feed-reader.ts'
import { adaptEntry, adaptProfile, feedUrl } from './adapt-entry.ts'
import { placeOf } from './canonicalize-place.ts'
import { kindOf } from './kinds.ts'
import { isChronological } from './lists.ts'

export const feed: FeedReading = {
  hasStoredTitles: true,
  address: feedUrl,
  keepsOrder: (_, variant) => !isChronological(variant),
  // The same ids as the API's: it has none for these.
  identify: (_, handle) => ({ id: placeOf(handle) === undefined ? handle : `${kindOf(handle)} ${handle}` }),
  adapt: adaptEntry,
  profile: adaptProfile,
}
