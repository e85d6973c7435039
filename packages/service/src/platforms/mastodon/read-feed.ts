// The public feed of an account whose server shows nothing else to strangers. It tells less than the API: no numbers, no
// boosts, no replies, and only the newest posts.

import { ApiError } from '../../errors.ts'
import { buildAuthor } from '../../post/build-post.ts'
import type { Author, PlatformPost } from '../../post/post.ts'
import { mapFeed } from '../feeds/map-feed.ts'
import { type FeedPost, pageFeed } from '../feeds/page-feed.ts'
import { parseFeed } from '../feeds/parse-feed.ts'
import type { PageRequest, PlatformPage } from '../platform.ts'
import { requireOk } from '../require-ok.ts'
import type { MastodonSettings } from './access-tokens.ts'
import { callServer } from './call-server.ts'
import { splitHandle } from './canonicalize-handle.ts'
import type { FoundAccount } from './find-account.ts'

type FeedAccount = Extract<FoundAccount, { via: 'feed' }>

type FeedPlace = {
  /** How a server of this make refuses: its status, a space, its words. */
  readonly refusal: RegExp
  readonly path: (user: string) => string
}

const PLACES: readonly FeedPlace[] = [
  { refusal: /^401 .*authenticated user/s, path: (user) => `/@${user}.rss` },
  // https://docs.gotosocial.org/en/latest/user_guide/settings/#enable-rss-feed-of-public-posts
  { refusal: /^401 /, path: (user) => `/@${user}/feed.rss` },
  // Pixelfed.
  { refusal: /^40[34] /, path: (user) => `/users/${user}.atom` },
]

/** Statuses of an address at which there is simply no feed for strangers. */
const NO_FEED = new Set([400, 401, 403, 404, 405, 406, 410])

/** A page of the feed, from the place that the server's make suggests, else from the others. `profile_private` when there
 * is none. */
export const readFeed = async (request: PageRequest<MastodonSettings>, found: FeedAccount): Promise<PlatformPage> => {
  const { handle, after, limit, variant } = request
  const { user } = splitHandle(handle)
  const likely = PLACES.filter(({ refusal }) => refusal.test(found.refusal))
  for (const { path } of new Set([...likely, ...PLACES])) {
    const answer = await callServer(request, found.host, path(user))
    if (NO_FEED.has(answer.status)) continue
    const feed = parseFeed(requireOk(answer))
    if (feed === undefined) continue
    const { profile, posts } = mapFeed(feed, handle)
    const author = buildAuthor({ handle, url: profile.url, avatarUrl: profile.avatarUrl })
    const signed = posts.map((post): FeedPost => ({ ...post, map: () => withAuthor(post.map(), author) }))
    const page = await pageFeed({
      first: { profile, posts: signed, nextUrl: undefined },
      read: async () => undefined,
      after,
      limit,
      ...(variant === 'media' && { wants: ({ media }) => media.length > 0 }),
    })
    return { ...page, provenance: 'feed' }
  }
  throw new ApiError('profile_private', { message: 'The server shows this account only to people who are signed in.' })
}

const withAuthor = (post: PlatformPost, author: Author): PlatformPost => ({ ...post, author: post.author ?? author })
