// Lemmy through its API, which lets everybody read, in both of its dialects: that of 0.19 and that of 1.0. The host comes from
// the handle. https://join-lemmy.org/docs/contributors/04-api.html

import { Type } from '../../parsing/type.ts'
import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { POSTS } from './addresses.ts'
import { canonicalizeName } from './canonicalize-name.ts'
import type { Keep } from './read-lemmy.ts'
import { REFUSALS } from './refusals.ts'
import { UNSUPPORTED } from './unsupported.ts'

const read = late(() => import('./read-lemmy.ts'))

export const lemmy = platform({
  id: 'lemmy',
  name: 'Lemmy',
  handles: [
    'user@lemmy.example',
    '@user@lemmy.example',
    'https://lemmy.example/u/user',
    'https://elsewhere.example/u/user@lemmy.example',
  ],
  variants: { posts: 'posts of a user, or of a community (`!community@lemmy.example`), newest first' },
  settings: Type.Object({}),
  sharedHosts: [
    ...['lemmy.world', 'lemmy.ml', 'sh.itjust.works', 'lemm.ee', 'feddit.org', 'lemmy.dbzer0.com'],
    ...['lemmy.ca', 'programming.dev', 'beehaw.org', 'lemmy.blahaj.zone'],
  ],
  canonicalize: canonicalizeName,
  unsupported: UNSUPPORTED,
  sources: [
    source<unknown, Keep>({
      id: 'api',
      provenance: 'official_api',
      refusals: REFUSALS,
      account: read('readAccount'),
      posts: read('readPosts'),
      post: read('readPost'),
    }),
  ],
  posts: POSTS,
  refuses:
    'Comments are not read as posts, and nobody tells how many follow a user. Servers that are closed to strangers are not read. Name the account by its own host.',
})
