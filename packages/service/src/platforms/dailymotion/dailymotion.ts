// Dailymotion through its public API, which needs no key. https://developers.dailymotion.com/api/platform-api/

import { Type } from '../../parsing/type.ts'
import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { canonicalizePlace } from './canonicalize-place.ts'
import { canonicalizeUser } from './canonicalize-user.ts'
import { KINDS, kindOf } from './kinds.ts'
import { REFUSAL_FORM, REFUSALS } from './refusals.ts'
import { UNSUPPORTED } from './unsupported.ts'
import { API, oembedUrl, POSTS } from './urls.ts'

const read = late(() => import('./read-dailymotion.ts'))

export const dailymotion = platform({
  id: 'dailymotion',
  name: 'Dailymotion',
  handles: [
    'name',
    '@name',
    'https://www.dailymotion.com/name',
    'https://www.dailymotion.com/user/name',
    'https://www.dailymotion.com/rss/user/name',
  ],
  variants: { posts: 'public videos, newest first' },
  settings: Type.Object({}),
  origins: [API],
  hasAccountIds: true,
  canonicalize: (input) => canonicalizePlace(input) ?? canonicalizeUser(input),
  kinds: KINDS,
  kindOf,
  unsupported: UNSUPPORTED,
  sources: [
    source<unknown, undefined>({
      id: 'api',
      provenance: 'official_api',
      refusals: REFUSALS,
      refusalForm: REFUSAL_FORM,
      account: read('readAccount'),
      posts: read('readPosts'),
      post: read('readPost'),
    }),
  ],
  posts: POSTS,
  oembed: oembedUrl,
  refuses:
    'Dailymotion exposes neither comments nor video files. Videos play in its embedded player. View counts are available if the owner shows them.',
})
