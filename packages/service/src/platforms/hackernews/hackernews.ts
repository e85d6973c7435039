// Hacker News through its own API (users, ranked lists, single items) and through the search that Algolia runs for it
// (lists by time, searches). https://github.com/HackerNews/API, https://hn.algolia.com/api

import { Type } from '../../parsing/type.ts'
import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { canonicalizePlace } from './canonicalize-place.ts'
import { canonicalizeUser, variantsIn } from './canonicalize-user.ts'
import { KINDS, kindOf } from './kinds.ts'
import { REFUSALS } from './refusals.ts'
import { UNSUPPORTED } from './unsupported.ts'
import { API, POSTS, SEARCH } from './urls.ts'

const read = late(() => import('./read-hackernews.ts'))

export const hackernews = platform({
  id: 'hackernews',
  name: 'Hacker News',
  handles: ['name', '@name', 'https://news.ycombinator.com/user?id=name'],
  variants: { posts: 'stories that the user submitted, newest first', comments: 'comments of the user' },
  settings: Type.Object({}),
  origins: [API, SEARCH],
  canonicalize: (input) => canonicalizePlace(input) ?? canonicalizeUser(input),
  variantsIn,
  kinds: KINDS,
  kindOf,
  unsupported: UNSUPPORTED,
  sources: [
    source<unknown, undefined>({
      id: 'api',
      provenance: 'official_api',
      refusals: REFUSALS,
      // Calls an hour from one IP address, of the search alone.
      limits: { buckets: [{ name: 'search', allows: 10_000, per: { seconds: 3_600 }, of: 'service' }] },
      account: read('readAccount'),
      posts: read('readPosts'),
      post: read('readPost'),
    }),
  ],
  posts: POSTS,
  sharedHosts: ['hn.algolia.com'],
  refuses:
    'Hacker News shows the points of a comment to its author only, and a poll comes without its options. The search finds a new story after some minutes.',
})
