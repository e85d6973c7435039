// The public feed of an account whose server shows nothing else to strangers. It tells less than the API: no numbers, no
// boosts, no replies, and only the newest posts.

import type { Ask } from '../contract/call.ts'
import { isRefused, Refused } from '../contract/refusal.ts'
import type { Feed } from '../feeds/feed.ts'
import type { FeedReading } from '../feeds/feed-reader.ts'
import { feedLinks } from '../feeds/find-feed.ts'
import { askForFeed, firstFeed, NO_FEED } from '../feeds/read-document.ts'
import { adaptEntry, adaptProfile } from './adapt-entry.ts'
import { splitHandle } from './canonicalize-handle.ts'
import { apiHostOf } from './find-account.ts'

const PLACES: readonly ((user: string) => string)[] = [
  (user) => `/@${user}.rss`,
  // https://docs.gotosocial.org/en/latest/user_guide/settings/#enable-rss-feed-of-public-posts
  (user) => `/@${user}/feed.rss`,
  // Pixelfed.
  (user) => `/users/${user}.atom`,
]
/** Where it is on servers that also name it in the profile's page, where they show that. */
const NAMED_PLACES: typeof PLACES = [
  // Hollo.
  (user) => `/@${user}/atom.xml`,
  // Pleroma and Akkoma.
  (user) => `/users/${user}/feed.atom`,
]

const feedAt = async (ask: Ask, host: string, user: string): Promise<Feed | undefined> => {
  const at = (places: typeof PLACES) => places.map((place) => `https://${host}${place(user)}`)
  const usual = await firstFeed(ask, at(PLACES))
  if (usual) return usual
  const page = await askForFeed(ask, `https://${host}/@${user}`, NO_FEED)
  const [named] = NO_FEED.includes(page.status) ? [] : feedLinks(page)
  return firstFeed(ask, [...new Set([...(named === undefined ? [] : [named]), ...at(NAMED_PLACES)])])
}

const findFeed = async (ask: Ask, handle: string): Promise<Feed> => {
  const { user, host } = splitHandle(handle)
  const here = await feedAt(ask, host, user)
  if (here) return here
  const apiHost = await apiHostOf(ask, { user, host }).catch((error: unknown) => {
    if (isRefused(error)) return host
    throw error
  })
  const there = apiHost === host ? undefined : await feedAt(ask, apiHost, user)
  if (there === undefined) throw new Refused('absent')
  return there
}

export const feed: FeedReading = {
  find: findFeed,
  wants: { media: ({ media }) => media.length > 0 },
  adapt: adaptEntry,
  profile: adaptProfile,
}
