// The public feed of a user: the newest twenty photos, without a key. Flickr finds a feed by the id only.

import type { FeedReading } from '../../feeds/feed-reader.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { adaptEntry, adaptProfile } from './adapt-entry.ts'
import { isNsid } from './canonicalize-person.ts'

const SITE = 'https://www.flickr.com'

export const feed: FeedReading = {
  hasStoredTitles: true,
  address(nsid) {
    // For an alias Flickr returns an empty feed or none, which would look as if there were no posts.
    if (!isNsid(nsid))
      throw new Refused('closed', {
        message: 'Without an API key, Flickr users can be read only by account id, such as 12345678@N00, not by name.',
        evidence: 'none',
      })
    return `${SITE}/services/feeds/photos_public.gne?id=${nsid}&lang=en-us&format=atom`
  },
  profile: adaptProfile,
  adapt: adaptEntry,
}
