// Maps the feeds of the fixtures, for tests.

import { type FeedHabits, mapFeedPosts, mapFeedProfile } from '@central-api/service/feeds/map-feed.ts'
import { parseFeed } from '@central-api/service/feeds/parse-feed.ts'
import { responseOf } from '@central-api/service/feeds/response-of.ts'
import type { PlatformPost, Profile } from '@central-api/service/post/post.ts'

type Adapting = FeedHabits & {
  readonly url: string
  readonly handle: string
  readonly profile?: (profile: Profile, handle: string) => Profile
  readonly adapt?: (
    post: PlatformPost,
    about: { readonly handle: string; readonly profile: Profile },
  ) => PlatformPost | null
}

/** Reads a feed like a feed source, with the platform's definition. JSON is passed as parsed. */
export const mapFeedText =
  ({ url, handle, profile = (reported) => reported, adapt = (post) => post, ...habits }: Adapting) =>
  (response: unknown) => {
    const body = typeof response === 'string' ? response : JSON.stringify(response)
    const feed = parseFeed(
      responseOf(body, { url, type: typeof response === 'string' ? 'application/xml' : 'application/json' }),
    )
    if (feed === undefined) return {}
    const about = { handle, profile: profile(mapFeedProfile(feed, handle), handle) }
    return { profile: about.profile, posts: mapFeedPosts(feed, habits).map((post) => adapt(post.map(), about)) }
  }
