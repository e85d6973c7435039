// Misskey and its forks through their public API. The host comes from the handle. If a server requires a login, the
// account's public feed is read instead. https://misskey-hub.net/en/docs/for-developers/api/

import { lateFeedSource } from '../../feeds/feed-source.ts'
import { Type } from '../../parsing/type.ts'
import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { canonicalizePlace } from './canonicalize-place.ts'
import { canonicalizeUser } from './canonicalize-user.ts'
import { KINDS, kindOf } from './kinds.ts'
import type { Keep } from './read-misskey.ts'
import { readReset } from './read-reset.ts'
import { REFUSALS } from './refusals.ts'
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
  canonicalize: (input) => canonicalizePlace(input) ?? canonicalizeUser(input),
  kinds: KINDS,
  variantsIn,
  kindOf,
  unsupported: UNSUPPORTED,
  sources: [
    api,
    lateFeedSource(() => import('./feed.ts'), { kinds: ['account'], variants: ['posts', 'replies', 'media'] }),
    places,
  ],
  posts: POSTS,
  refuses:
    'Notes for followers only, and notes of accounts that require a login, cannot be read. Use the host where the account was created.',
})
