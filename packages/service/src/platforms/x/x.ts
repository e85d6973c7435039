// X through its API, which is paid for by what is read. https://docs.x.com/x-api

import type { Static } from 'typebox'
import { Type } from '../../parsing/type.ts'
import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { bearer } from '../../upstream/credentials/bearer.ts'
import { givenEach } from '../../upstream/credentials/given.ts'
import { oembedUrl, POSTS } from './addresses.ts'
import { API, LIMITS } from './call-api.ts'
import { canonicalizeName } from './canonicalize-name.ts'
import { DIALECTS } from './dialects.ts'
import type { Keep } from './read-x.ts'
import { REFUSAL_FORM, REFUSALS } from './refusals.ts'
import { UNSUPPORTED } from './unsupported.ts'

const read = late(() => import('./read-x.ts'))

const XSettings = Type.Object({
  X_BEARER_TOKEN: Type.String({
    default: '',
    description: 'Bearer tokens of applications at X, separated by commas. Each post that is read costs money there.',
  }),
  X_DIALECT: Type.String({
    default: 'tweet',
    description: 'How fields are named to X: `tweet`, which tells more for less money, or `post`, the newer names.',
  }),
})

/** Throws an Error where the dialect is none. */
const readTokens = ({ X_BEARER_TOKEN, X_DIALECT }: Static<typeof XSettings>) => {
  if (!DIALECTS.has(X_DIALECT)) throw new Error('X_DIALECT must be tweet or post')
  return givenEach(X_BEARER_TOKEN, 'token')
}

export const x = platform({
  id: 'x',
  name: 'X',
  handles: [
    'name',
    '@name',
    'https://x.com/name',
    'https://twitter.com/name/media',
    'https://mobile.twitter.com/name',
    'https://x.com/intent/user?screen_name=name',
  ],
  variants: {
    posts: 'posts, reposts and quotes, without replies',
    original: 'posts and quotes, without replies and reposts',
    replies: 'everything, replies too',
    media: 'posts with pictures or films',
  },
  settings: XSettings,
  origins: [API],
  hasAccountIds: true,
  credentials: [
    {
      id: 'app',
      settings: ['X_BEARER_TOKEN'],
      read: readTokens,
      origins: [API],
      sign: bearer,
      // Free of charge.
      probe: () => ({ url: `${API}/2/usage/tweets` }),
      steps: [
        'Make an account for developers at https://console.x.com and buy credits: a post costs $0.005, an account $0.010, each time that it is read.',
        'Make a project with an application in it, and let it generate a Bearer Token under “Keys and tokens”.',
        'Set X_BEARER_TOKEN to it. Set a limit of spending at X, and a longer PAGE_FRESH_SECONDS here: a page of twenty posts costs about ten cents.',
      ],
    },
  ],
  canonicalize: canonicalizeName,
  unsupported: UNSUPPORTED,
  sources: [
    source<Static<typeof XSettings>, Keep>({
      id: 'api',
      provenance: 'official_api',
      credential: 'app',
      refusals: REFUSALS,
      refusalForm: REFUSAL_FORM,
      limits: LIMITS,
      // Twice what a post costs, and X takes it once a day.
      accountFreshSeconds: 86_400,
      account: read('readAccount'),
      posts: read('readPosts'),
      post: read('readPost'),
    }),
  ],
  posts: POSTS,
  oembed: oembedUrl,
  refuses:
    'X gives no posts away: it sells them, through its API alone. Posts of protected accounts are for their followers, and of a long list only the newest 3,200 are told.',
})
