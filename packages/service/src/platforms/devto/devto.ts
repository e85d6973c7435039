// DEV through the API of Forem, the program that it runs on, and its feeds. https://developers.forem.com/api/v1

import { Type } from '../../parsing/type.ts'
import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { POSTS, SITE } from './addresses.ts'
import { canonicalizeName } from './canonicalize-name.ts'
import { REFUSAL_FORM, REFUSALS } from './refusals.ts'
import { UNSUPPORTED } from './unsupported.ts'

const read = late(() => import('./read-devto.ts'))

export const devto = platform({
  id: 'devto',
  name: 'DEV',
  handles: ['name', '@name', 'https://dev.to/name', 'https://dev.to/feed/name', 'https://dev.to/@name'],
  variants: { posts: 'articles of a user or organization' },
  settings: Type.Object({}),
  origins: [SITE],
  canonicalize: canonicalizeName,
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
  refuses:
    'Who follows whom and how often an article was read are told to its author alone. Of articles older than about the newest dozen a page has the excerpt: their texts cost a call each, and DEV answers three a second.',
})
