// Bluesky through its public AppView, which answers without credentials. Accounts that asked not to be shown to people who
// are not signed in are not shown. https://docs.bsky.app/docs/api/app-bsky-feed-get-author-feed

import { jsonObject } from '../../parsing/json-value.ts'
import { Type } from '../../parsing/type.ts'
import { stringOrNull } from '../../post/build-post.ts'
import { platform, source } from '../contract/platform.ts'
import { Refused } from '../contract/refusal.ts'
import { APPVIEW, bodyOf, callAppView } from './call-appview.ts'
import { canonicalizeHandle } from './canonicalize-handle.ts'
import { isForMembersOnly } from './labels.ts'
import { mapFeedItem } from './map-post.ts'
import { mapProfile } from './map-profile.ts'
import { oembedUrl, POSTS } from './post-urls.ts'
import { readFeed } from './read-feed.ts'
import { readMedia } from './read-media.ts'
import { readPost } from './read-post.ts'
import { REFUSALS } from './refusals.ts'

type Pinned = { readonly pinnedUri: string | null }

const api = source<unknown, Pinned>({
  id: 'api',
  provenance: 'official_api',
  refusals: REFUSALS,

  async account({ ask, handle }) {
    const account = bodyOf(await callAppView(ask, 'app.bsky.actor.getProfile', { actor: handle }))
    const did = stringOrNull(account.did)
    if (did === null) throw new Refused('broken')
    if (isForMembersOnly(account)) throw new Refused('hidden')
    // A handle is a domain name, which can change hands; the DID never does. https://atproto.com/specs/did
    return {
      id: did,
      handle: did,
      profile: mapProfile(account, handle),
      keep: { pinnedUri: stringOrNull(jsonObject(account.pinnedPost).uri) },
    }
  },

  async posts(request) {
    if (request.variant === 'media') return readMedia(request, async () => (await request.account()).keep.pinnedUri)
    const [feed, { keep }] = await Promise.all([readFeed(request), request.account()])
    const posts = feed.items.map((item) => mapFeedItem(item, keep.pinnedUri)).filter((post) => post !== null)
    return { posts: posts.slice(0, request.limit), next: feed.next }
  },

  post: readPost,
})

export const bluesky = platform({
  id: 'bluesky',
  name: 'Bluesky',
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
  hasAccountIds: true,
  canonicalize: canonicalizeHandle,
  sources: [api],
  posts: POSTS,
  oembed: oembedUrl,
})
