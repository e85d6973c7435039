// Bluesky through its public AppView, which answers without credentials. Accounts that asked not to be shown to people who
// are not signed in are not shown. https://docs.bsky.app/docs/api/app-bsky-feed-get-author-feed

import { Type } from 'typebox'
import { ApiError } from '../../errors.ts'
import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { stringOrNull } from '../../post/build-post.ts'
import { type PageRequest, platform } from '../platform.ts'
import { APPVIEW, callAppView } from './call-appview.ts'
import { canonicalizeHandle } from './canonicalize-handle.ts'
import { isForMembersOnly } from './labels.ts'
import { mapFeedItem } from './map-post.ts'
import { mapProfile } from './map-profile.ts'
import { oembedUrl, POSTS } from './post-urls.ts'
import { readFeed } from './read-feed.ts'
import { readPost } from './read-post.ts'

export const bluesky = platform({
  id: 'bluesky',
  name: 'Bluesky',
  provenance: 'official_api',
  handles: [
    'name.bsky.social',
    '@name.bsky.social',
    'name',
    'https://bsky.app/profile/name.bsky.social',
    'at://name.bsky.social',
  ],
  variants: {
    posts: 'posts and reposts, without replies',
    replies: 'posts, reposts and replies',
    media: 'posts with pictures or videos',
    videos: 'posts with videos',
  },
  settings: Type.Object({}),
  origins: [APPVIEW],
  canonicalize: canonicalizeHandle,

  async page(request) {
    const { handle, memo, limit } = request
    const [account, feed] = await Promise.all([
      memo(`profile:${handle}`, () => readProfile(request)),
      readFeed(request),
    ])
    if (isForMembersOnly(account)) throw new ApiError('profile_private')
    const pinnedUri = stringOrNull(jsonObject(account.pinnedPost).uri)
    const posts = feed.items.map((item) => mapFeedItem(item, pinnedUri)).filter((post) => post !== null)
    return { profile: mapProfile(account, handle), posts: posts.slice(0, limit), next: feed.next }
  },

  posts: POSTS,
  post: readPost,
  oembed: oembedUrl,
})

const readProfile = async (request: PageRequest<unknown>): Promise<JsonObject> => {
  const answer = await callAppView(request, 'app.bsky.actor.getProfile', { actor: request.handle })
  const account = jsonObject(answer.json())
  if (stringOrNull(account.did) === null) throw new ApiError('platform_error')
  return account
}
