// Ghost sites through their Content API if the operator has a key, otherwise through their feeds. Posts on custom
// domains have arbitrary URLs and are found by calling the API.

import type { Static } from 'typebox'
import { lateFeedSource } from '../../feeds/feed-source.ts'
import { Type } from '../../parsing/type.ts'
import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { givenPerHost } from '../../upstream/credentials/given.ts'
import { canonicalizeSite } from './canonicalize-site.ts'
import { KINDS, kindOf } from './kinds.ts'
import type { Keep } from './read-ghost.ts'
import { REFUSAL_FORM, REFUSALS } from './refusals.ts'
import { POSTS } from './urls.ts'

const read = late(() => import('./read-ghost.ts'))

const GhostSettings = Type.Object({
  GHOST_CONTENT_KEYS: Type.String({
    default: '',
    description:
      'Content API keys by API host: `host=key,other.example=key`. Sites without a key are read through their feeds',
  }),
})

export const ghost = platform({
  id: 'ghost',
  name: 'Ghost',
  handles: [
    'site.example',
    'https://site.example/',
    'https://site.example/rss/',
    'https://site.example/ghost/#/dashboard',
    '@index@site.example',
  ],
  variants: { posts: 'all posts', featured: 'posts that the site features' },
  settings: GhostSettings,
  canonicalize: canonicalizeSite,
  kinds: KINDS,
  kindOf,
  credentials: [
    {
      id: 'content-key',
      settings: ['GHOST_CONTENT_KEYS'],
      read: ({ GHOST_CONTENT_KEYS }) => givenPerHost('GHOST_CONTENT_KEYS', GHOST_CONTENT_KEYS, 'key'),
      sign: ({ key = '' }) => ({ query: { key } }),
      probe: ({ host = '' }) => ({ url: `https://${host}/ghost/api/content/settings/` }),
      steps: [
        'In Ghost Admin, open Settings → Integrations and add a custom integration.',
        'Copy its Content API key and the host of its API URL. On Ghost(Pro) the host is `name.ghost.io`, even for a custom domain.',
        'Set GHOST_CONTENT_KEYS to `host=key`. Separate several by commas.',
      ],
    },
  ],
  sources: [
    source<Static<typeof GhostSettings>, Keep>({
      id: 'api',
      provenance: 'official_api',
      credential: 'content-key',
      refusals: REFUSALS,
      refusalForm: REFUSAL_FORM,
      account: read('readAccount'),
      posts: read('readPosts'),
      post: read('readPost'),
      findPost: read('findPost'),
    }),
    lateFeedSource(() => import('./feed.ts'), { variants: ['posts'] }),
  ],
  posts: POSTS,
})
