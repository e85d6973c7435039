// Bluesky through its public AppView, which needs no credentials. Shows accounts that asked to be hidden from logged-out
// users only if their owner connected them. https://docs.bsky.app/docs/api/app-bsky-feed-get-author-feed

import { Type } from '../../parsing/type.ts'
import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { connectedToken } from '../../upstream/credentials/connected-token.ts'
import { APPVIEW } from './call-appview.ts'
import { canonicalizeHandle } from './canonicalize-handle.ts'
import { canonicalizePlace } from './canonicalize-place.ts'
import { KINDS, kindOf } from './kinds.ts'
import type { Keep } from './read-bluesky.ts'
import type { OwnPin } from './read-connected.ts'
import { CONNECTED_REFUSALS, REFUSALS } from './refusals.ts'
import { UNSUPPORTED } from './unsupported.ts'
import { oembedUrl, POSTS } from './urls.ts'

const read = late(() => import('./read-bluesky.ts'))
const readConnected = late(() => import('./read-connected.ts'))

/** The token of a connected account, whose own server passes calls on to the AppView.
 * https://atproto.com/specs/xrpc#service-proxying */
const accountToken = connectedToken<unknown>({
  id: 'account',
  origins: [APPVIEW],
  sign: ({ token = '' }) => ({
    headers: { authorization: `DPoP ${token}`, 'atproto-proxy': 'did:web:api.bsky.app#bsky_appview' },
  }),
  prove: late(() => import('./prove.ts'))('prove'),
  steps: [
    'Set BASE_URL to the public HTTPS URL of the service, without a port, and have the owner connect the account: `POST /api/v1/connect` with `platform: "bluesky"`.',
  ],
})

const api = source<unknown, Keep>({
  id: 'api',
  provenance: 'official_api',
  refusals: REFUSALS,
  account: read('readAccount'),
  posts: read('readPosts'),
  post: late(() => import('./read-post.ts'))('readPost'),
})

/** An account that its owner connected. */
const connected = source<unknown, OwnPin>({
  id: 'account',
  provenance: 'official_api',
  credential: accountToken.id,
  kinds: ['account'],
  refusals: CONNECTED_REFUSALS,
  account: readConnected('readAccount'),
  posts: readConnected('readPosts'),
  post: readConnected('readPost'),
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
    'https://app.example/profile/name.bsky.social',
    '@name.bsky.social@bsky.brid.gy',
  ],
  variants: {
    posts: 'posts and reposts, without replies',
    replies: 'posts, reposts and replies',
    media: 'posts with images or videos',
    videos: 'posts with videos',
  },
  settings: Type.Object({}),
  origins: [APPVIEW],
  // Names without a domain of their own.
  sharedHosts: ['bsky.social'],
  credentials: [accountToken],
  hasAccountIds: true,
  canonicalize: (input) => canonicalizePlace(input) ?? canonicalizeHandle(input),
  kinds: KINDS,
  kindOf,
  unsupported: UNSUPPORTED,
  sources: [api, connected],
  posts: POSTS,
  oembed: oembedUrl,
})
