// The public feed of an account whose server shows nothing else to strangers. It tells less than the API: no numbers, no
// boosts, no replies, and only the newest posts.

import { buildAuthor } from '../../post/build-post.ts'
import type { Ask } from '../contract/call.ts'
import { isRefused, Refused } from '../contract/refusal.ts'
import type { Feed } from '../feeds/feed.ts'
import { feedSource } from '../feeds/feed-source.ts'
import { feedLinks } from '../feeds/find-feed.ts'
import { askForFeed, feedOf } from '../feeds/read-document.ts'
import { splitHandle } from './canonicalize-handle.ts'
import { apiHostOf } from './find-account.ts'

const PLACES: readonly ((user: string) => string)[] = [
  (user) => `/@${user}.rss`,
  // https://docs.gotosocial.org/en/latest/user_guide/settings/#enable-rss-feed-of-public-posts
  (user) => `/@${user}/feed.rss`,
  // Pixelfed.
  (user) => `/users/${user}.atom`,
]

/** Statuses of an address at which there is simply no feed for strangers. */
const NO_FEED = [400, 401, 403, 404, 405, 406, 410]

const tryPlace = async (ask: Ask, url: string): Promise<Feed | undefined> => {
  const answer = await askForFeed(ask, url, NO_FEED)
  return NO_FEED.includes(answer.status) ? undefined : feedOf(answer)
}

const feedAt = async (ask: Ask, host: string, user: string): Promise<Feed | undefined> => {
  for (const place of PLACES) {
    const feed = await tryPlace(ask, `https://${host}${place(user)}`)
    if (feed) return feed
  }
  // Servers of other makes name it in the profile's page.
  const page = await askForFeed(ask, `https://${host}/@${user}`, NO_FEED)
  const [named] = NO_FEED.includes(page.status) ? [] : feedLinks(page)
  return named === undefined ? undefined : tryPlace(ask, named)
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

export const feed = feedSource({
  find: findFeed,
  wants: { media: ({ media }) => media.length > 0 },
  adapt: (post, { handle, profile: { url, avatarUrl } }) => ({
    ...post,
    author: post.author ?? buildAuthor({ handle, url, avatarUrl }),
  }),
})
