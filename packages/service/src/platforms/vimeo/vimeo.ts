// Vimeo through its API, with an access token of an application. https://developer.vimeo.com/api/reference

import type { Static } from 'typebox'
import { Type } from '../../parsing/type.ts'
import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { bearer } from '../../upstream/credentials/bearer.ts'
import { givenEach } from '../../upstream/credentials/given.ts'
import { canonicalizePlace } from './canonicalize-place.ts'
import { canonicalizeUser, handleOfId } from './canonicalize-user.ts'
import { KINDS, kindOf } from './kinds.ts'
import type { Keep } from './read-place.ts'
import { REFUSAL_FORM, REFUSALS } from './refusals.ts'
import { UNSUPPORTED } from './unsupported.ts'
import { API, oembedUrl, POSTS } from './urls.ts'

const read = late(() => import('./read-vimeo.ts'))

const VimeoSettings = Type.Object({
  VIMEO_ACCESS_TOKEN: Type.String({
    default: '',
    description: 'Access tokens of Vimeo applications with the scope “public”, comma-separated',
  }),
})

export const vimeo = platform({
  id: 'vimeo',
  name: 'Vimeo',
  handles: [
    'name',
    '@name',
    'https://vimeo.com/name',
    'https://vimeo.com/name/videos',
    'https://vimeo.com/name/videos/rss',
  ],
  variants: { posts: 'public videos, newest first' },
  settings: VimeoSettings,
  origins: [API],
  hasAccountIds: true,
  handleOfId,
  credentials: [
    {
      id: 'token',
      settings: ['VIMEO_ACCESS_TOKEN'],
      read: ({ VIMEO_ACCESS_TOKEN }: Static<typeof VimeoSettings>) => givenEach(VIMEO_ACCESS_TOKEN, 'token'),
      origins: [API],
      sign: bearer,
      connects: true,
      probe: () => ({ url: `${API}/oauth/verify`, query: { fields: 'scope' } }),
      steps: [
        'Create an application at https://developer.vimeo.com/apps.',
        'On its page, under “Authentication”, generate an access token: “Unauthenticated”, with the scope “Public”. It does not expire.',
        'Set VIMEO_ACCESS_TOKEN to it. The number of calls a minute depends on the plan of the account. Separate the tokens of several accounts with commas.',
      ],
    },
  ],
  canonicalize: (input) => canonicalizePlace(input) ?? canonicalizeUser(input),
  kinds: KINDS,
  kindOf,
  unsupported: UNSUPPORTED,
  sources: [
    source<Static<typeof VimeoSettings>, Keep>({
      id: 'api',
      provenance: 'official_api',
      credential: 'token',
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
    'Vimeo has no public feed, so scanning a profile requires a token. Vimeo’s oEmbed describes single videos. Vimeo exposes video files only to their owners; videos play in its embedded player.',
})
