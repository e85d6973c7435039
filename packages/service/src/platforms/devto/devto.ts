// DEV through the API of Forem, the software that it runs on, and through its feeds.
// https://developers.forem.com/api/v1

import { lateFeedSource } from '../../feeds/feed-source.ts'
import { Type } from '../../parsing/type.ts'
import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { canonicalizeName } from './canonicalize-name.ts'
import { canonicalizePlace } from './canonicalize-place.ts'
import { KINDS, kindOf } from './kinds.ts'
import { REFUSAL_FORM, REFUSALS } from './refusals.ts'
import { UNSUPPORTED } from './unsupported.ts'
import { POSTS, SITE } from './urls.ts'

const read = late(() => import('./read-devto.ts'))

export const devto = platform({
  id: 'devto',
  name: 'DEV',
  handles: ['name', '@name', 'https://dev.to/name', 'https://dev.to/feed/name', 'https://dev.to/@name'],
  variants: { posts: 'articles of a user or organization' },
  settings: Type.Object({}),
  origins: [SITE],
  canonicalize: (input) => canonicalizePlace(input) ?? canonicalizeName(input),
  kinds: KINDS,
  kindOf,
  unsupported: UNSUPPORTED,
  sources: [
    source<unknown, undefined>({
      id: 'api',
      kinds: ['account', 'section'],
      provenance: 'official_api',
      refusals: REFUSALS,
      refusalForm: REFUSAL_FORM,
      account: read('readAccount'),
      posts: read('readPosts'),
      post: read('readPost'),
    }),
    lateFeedSource(() => import('./feed.ts'), { kinds: ['hashtag'] }),
  ],
  posts: POSTS,
  refuses:
    'DEV shows followers and view counts only to the account itself. Pages have the full text of about the twelve newest articles and an excerpt of older ones: each full text takes another call, and DEV allows three calls a second.',
})
