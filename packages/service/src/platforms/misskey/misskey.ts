// Misskey and its forks through their public API. The host comes from the handle. If a server requires a login, the
// account's public feed is read instead. https://misskey-hub.net/en/docs/for-developers/api/

import { lateFeedSource } from '../../feeds/feed-source.ts'
import { Type } from '../../parsing/type.ts'
import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { bearer } from '../../upstream/credentials/bearer.ts'
import { connectedToken } from '../../upstream/credentials/connected-token.ts'
import { canonicalizePlace } from './canonicalize-place.ts'
import { canonicalizeUser } from './canonicalize-user.ts'
import { KINDS, kindOf } from './kinds.ts'
import type { Keep } from './read-misskey.ts'
import { readReset } from './read-reset.ts'
import { CONNECTED_FORM, CONNECTED_REFUSALS, REFUSALS } from './refusals.ts'
import { UNSUPPORTED } from './unsupported.ts'
import { POSTS } from './urls.ts'
import { variantsIn } from './variants-in.ts'

const read = late(() => import('./read-misskey.ts'))

const api = source<unknown, Keep>({
  id: 'api',
  kinds: ['account'],
  provenance: 'official_api',
  refusals: REFUSALS,
  limits: { tells: readReset },
  account: read('readAccount'),
  posts: read('readPosts'),
  post: read('readPost'),
})

/** Only owners have tokens, which are read beside the public API. */
const accountToken = connectedToken<unknown>({
  id: 'account',
  sign: bearer,
  steps: [
    'Set BASE_URL to the public HTTPS URL of the service, without a port, and have the owner connect the account: `POST /api/v1/connect` with `platform: "misskey"` and the server as `host`.',
  ],
})

const readConnected = late(() => import('./read-connected.ts'))

const connected = source<unknown, Keep>({
  id: 'account',
  kinds: ['account'],
  provenance: 'official_api',
  credential: accountToken.id,
  refusals: CONNECTED_REFUSALS,
  refusalForm: CONNECTED_FORM,
  limits: { tells: readReset },
  account: readConnected('readAccount'),
  posts: readConnected('readPosts'),
  post: readConnected('readPost'),
})

const readPlace = late(() => import('./read-place.ts'))

const places = source<unknown, undefined>({
  id: 'places',
  kinds: ['community', 'hashtag', 'collection'],
  provenance: 'official_api',
  refusals: REFUSALS,
  limits: { tells: readReset },
  account: readPlace('readPlace'),
  posts: readPlace('readPlaceNotes'),
})

export const misskey = platform({
  id: 'misskey',
  name: 'Misskey and compatible servers',
  handles: [
    'user@notes.example',
    '@user@notes.example',
    'acct:user@notes.example',
    'https://notes.example/@user',
    'https://elsewhere.example/@user@notes.example',
  ],
  variants: {
    posts: 'notes, without replies and renotes',
    replies: 'notes and replies',
    media: 'notes with media',
    all: 'notes, replies and renotes',
  },
  settings: Type.Object({}),
  sharedHosts: ['misskey.io', 'misskey.design', 'nijimiss.moe', 'sharkey.world', 'misskey.gg', 'voskey.icalo.net'],
  credentials: [accountToken],
  canonicalize: (input) => canonicalizePlace(input) ?? canonicalizeUser(input),
  kinds: KINDS,
  variantsIn,
  kindOf,
  unsupported: UNSUPPORTED,
  sources: [
    api,
    connected,
    lateFeedSource(() => import('./feed.ts'), { kinds: ['account'], variants: ['posts', 'replies', 'media'] }),
    places,
  ],
  posts: POSTS,
  refuses:
    'Notes for followers only, and notes of accounts that require a login, can be read only if their owner connects the account. Use the host where the account was created.',
})
