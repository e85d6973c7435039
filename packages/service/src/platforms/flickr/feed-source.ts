// The public feed of a person as a source: the newest twenty photos, without a key. A feed is known by an id alone.

import { Refused } from '../contract/refusal.ts'
import type { Source } from '../contract/source.ts'
import { feedSource } from '../feeds/feed-source.ts'
import { adaptEntry, adaptProfile } from './adapt-entry.ts'
import { isNsid } from './canonicalize-person.ts'

const SITE = 'https://www.flickr.com'

const byId = feedSource({
  address: (nsid) => `${SITE}/services/feeds/photos_public.gne?id=${nsid}&lang=en-us&format=atom`,
  profile: adaptProfile,
  adapt: adaptEntry,
})

/** An alias leads to a feed that is empty, or none, which would say what is not so. */
const requireId = ({ handle }: { readonly handle: string }): void => {
  if (!isNsid(handle))
    throw new Refused('closed', {
      message: 'Without a key a person is read by the id of the account, such as 12345678@N00, and not by the name.',
    })
}

export const personFeed: Source<unknown> = {
  ...byId,
  account: async (request) => {
    requireId(request)
    return byId.account(request)
  },
  posts: async (request) => {
    requireId(request)
    return byId.posts(request)
  },
}
