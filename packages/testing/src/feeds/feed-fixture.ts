// Maps the feeds of fixtures. Only tests use it.

import { type FeedHabits, mapFeedPosts, mapFeedProfile } from '@central-api/service/feeds/map-feed.ts'
import { parseFeed } from '@central-api/service/feeds/parse-feed.ts'
import type { PlatformPost, PlatformProfile } from '@central-api/service/post/post.ts'
import { responseOf } from './response-of.ts'

type Adapting = FeedHabits & {
  readonly url: string
  readonly handle: string
  readonly profile?: (profile: PlatformProfile, handle: string) => PlatformProfile
  readonly adapt?: (
    post: PlatformPost,
    about: { readonly handle: string; readonly profile: PlatformProfile },
  ) => PlatformPost | null
}

/** Maps a feed like a feed source, including the platform's own code. JSON is passed as parsed. */
export const mapFeedText =
  ({ url, handle, profile = (mapped) => mapped, adapt = (post) => post, ...habits }: Adapting) =>
  (response: unknown) => {
    const body = typeof response === 'string' ? response : JSON.stringify(response)
    const feed = parseFeed(
      responseOf(body, { url, type: typeof response === 'string' ? 'application/xml' : 'application/json' }),
    )
    if (feed === undefined) return {}
    const about = { handle, profile: profile(mapFeedProfile(feed, handle), handle) }
    return { profile: about.profile, posts: mapFeedPosts(feed, habits).map((post) => adapt(post.map(), about)) }
  }
