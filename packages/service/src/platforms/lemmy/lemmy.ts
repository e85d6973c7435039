// Lemmy through its public API, in both of its versions: that of 0.19 and that of 1.0; PieFed and Mbin through theirs. The host
// comes from the handle.
// https://join-lemmy.org/docs/contributors/04-api.html

import { Type } from '../../parsing/type.ts'
import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { canonicalizeName } from './canonicalize-name.ts'
import { canonicalizePlace } from './canonicalize-place.ts'
import { KINDS, kindOf } from './kinds.ts'
import type { Keep } from './read-lemmy.ts'
import { REFUSALS } from './refusals.ts'
import { UNSUPPORTED } from './unsupported.ts'
import { POSTS } from './urls.ts'

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
  variants: { posts: 'posts of a user or of a community (`!community@lemmy.example`), newest first' },
  settings: Type.Object({}),
  sharedHosts: [
    ...['lemmy.world', 'lemmy.ml', 'sh.itjust.works', 'lemm.ee', 'feddit.org', 'lemmy.dbzer0.com'],
    ...['lemmy.ca', 'programming.dev', 'beehaw.org', 'lemmy.blahaj.zone'],
  ],
  canonicalize: (input) => canonicalizePlace(input) ?? canonicalizeName(input),
  kinds: KINDS,
  kindOf,
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
    'Comments are not returned as posts, and Lemmy does not count the followers of a user. Servers that require a login cannot be read. Use the host where the account was created. PieFed and Mbin servers are read as well; single posts of them are not. Of a user and a magazine of Mbin, threads are returned; posts of the microblog are returned for a whole server only.',
})
