// The public feed of a person: the newest twenty photos, without a key. A feed is known by an id alone.

import type { FeedReading } from '../../feeds/feed-reader.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { adaptEntry, adaptProfile } from './adapt-entry.ts'
import { isNsid } from './canonicalize-person.ts'

const SITE = 'https://www.flickr.com'

export const feed: FeedReading = {
  hasStoredTitles: true,
  address(nsid) {
    // An alias leads to a feed that is empty, or none, which would say what is not so.
    if (!isNsid(nsid))
      throw new Refused('closed', {
        message: 'Without a key a person is read by the id of the account, such as 12345678@N00, and not by the name.',
        evidence: 'none',
      })
    return `${SITE}/services/feeds/photos_public.gne?id=${nsid}&lang=en-us&format=atom`
  },
  profile: adaptProfile,
  adapt: adaptEntry,
}
