// Misskey and its forks through their API, which lets everybody read. The host comes from the handle. Where a server is closed
// to strangers, the account's public feed is read instead. https://misskey-hub.net/en/docs/for-developers/api/

import { lateFeedSource } from '../../feeds/feed-source.ts'
import { Type } from '../../parsing/type.ts'
import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { POSTS } from './addresses.ts'
import { canonicalizeUser } from './canonicalize-user.ts'
import type { Keep } from './read-misskey.ts'
import { readReset } from './read-reset.ts'
import { REFUSALS } from './refusals.ts'
import { UNSUPPORTED } from './unsupported.ts'

const read = late(() => import('./read-misskey.ts'))

const api = source<unknown, Keep>({
  id: 'api',
  provenance: 'official_api',
  refusals: REFUSALS,
  limits: { tells: readReset },
  account: read('readAccount'),
  posts: read('readPosts'),
  post: read('readPost'),
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
  canonicalize: canonicalizeUser,
  unsupported: UNSUPPORTED,
  sources: [api, lateFeedSource(() => import('./feed.ts'), { variants: ['posts', 'replies', 'media'] })],
  posts: POSTS,
  refuses:
    'Notes for followers, and those of accounts that ask readers to sign in, are not read. Who is asked for must be at home on the server: name the account by its own host.',
})
