// Sites that run on Ghost, through their Content API where the operator was given a key, else through their feeds. Posts at
// names of their own have addresses like any page's, and are known by asking.

import type { Static } from 'typebox'
import { lateFeedSource } from '../../feeds/feed-source.ts'
import { Type } from '../../parsing/type.ts'
import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { givenPerHost } from '../../upstream/credentials/given.ts'
import { POSTS } from './addresses.ts'
import { canonicalizeSite } from './canonicalize-site.ts'
import type { Keep } from './read-ghost.ts'
import { REFUSAL_FORM, REFUSALS } from './refusals.ts'

const read = late(() => import('./read-ghost.ts'))

const GhostSettings = Type.Object({
  GHOST_CONTENT_KEYS: Type.String({
    default: '',
    description:
      'Content API keys by the host that answers the API, `host=key,other.example=key`; a site without one is read by its feed',
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
  credentials: [
    {
      id: 'content-key',
      settings: ['GHOST_CONTENT_KEYS'],
      read: ({ GHOST_CONTENT_KEYS }) => givenPerHost('GHOST_CONTENT_KEYS', GHOST_CONTENT_KEYS, 'key'),
      sign: ({ key = '' }) => ({ query: { key } }),
      probe: ({ host = '' }) => ({ url: `https://${host}/ghost/api/content/settings/` }),
      steps: [
        'In Ghost Admin, open Settings → Integrations and add a custom integration.',
        'Copy its Content API key, and the host of its API URL: on Ghost(Pro) that is `name.ghost.io`, whatever the site is called.',
        'Set GHOST_CONTENT_KEYS to `host=key`, with a comma between several.',
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
