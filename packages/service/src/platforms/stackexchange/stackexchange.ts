// Stack Overflow and the other sites of Stack Exchange through its API, with or without a key.
// https://api.stackexchange.com/docs

import type { Static } from 'typebox'
import { Type } from '../../parsing/type.ts'
import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { givenEach } from '../../upstream/credentials/given.ts'
import { canonicalizePlace, variantsIn } from './canonicalize-place.ts'
import { KINDS, kindOf } from './kinds.ts'
import { readQuota } from './read-quota.ts'
import { REFUSALS } from './refusals.ts'
import { UNSUPPORTED } from './unsupported.ts'
import { API, POSTS } from './urls.ts'

const read = late(() => import('./read-stackexchange.ts'))

const StackexchangeSettings = Type.Object({
  STACKEXCHANGE_KEYS: Type.String({
    default: '',
    description: 'Keys of applications, separated by commas. Without a key, Stack Exchange allows 300 calls a day.',
  }),
})

export const stackexchange = platform({
  id: 'stackexchange',
  name: 'Stack Exchange',
  handles: ['stackoverflow.com/users/22656', 'https://stackoverflow.com/users/22656/name'],
  variants: { posts: 'questions of the user, newest first', answers: 'answers of the user, newest first' },
  settings: StackexchangeSettings,
  origins: [API],
  credentials: [
    {
      id: 'key',
      settings: ['STACKEXCHANGE_KEYS'],
      read: ({ STACKEXCHANGE_KEYS }) => givenEach(STACKEXCHANGE_KEYS, 'key'),
      sign: ({ key = '' }) => ({ query: { key } }),
      probe: () => ({ url: `${API}/2.3/info`, query: { site: 'stackoverflow.com' } }),
      steps: [
        'Sign in at https://stackapps.com/apps/oauth/register and register an application.',
        'Set STACKEXCHANGE_KEYS to its key. Stack Exchange allows 10,000 calls a day with a key.',
      ],
    },
  ],
  canonicalize: canonicalizePlace,
  variantsIn,
  kinds: KINDS,
  kindOf,
  unsupported: UNSUPPORTED,
  sources: [
    source<Static<typeof StackexchangeSettings>, undefined>({
      id: 'api',
      provenance: 'official_api',
      credential: { optional: 'key' },
      refusals: REFUSALS,
      limits: { tells: readQuota },
      account: read('readAccount'),
      posts: read('readPosts'),
      post: read('readPost'),
    }),
  ],
  posts: POSTS,
  refuses:
    'Comments are not posts here. An answer comes without the title of its question. The license of the content (CC BY-SA) requires the name of the author and a link to the post.',
})
