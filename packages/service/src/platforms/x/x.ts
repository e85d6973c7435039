// X through its API, which charges for everything that is read. https://docs.x.com/x-api

import type { Static } from 'typebox'
import { Type } from '../../parsing/type.ts'
import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { bearer } from '../../upstream/credentials/bearer.ts'
import { givenEach } from '../../upstream/credentials/given.ts'
import { API, LIMITS } from './call-api.ts'
import { canonicalizeName, handleOf } from './canonicalize-name.ts'
import { canonicalizePlace } from './canonicalize-place.ts'
import { DIALECTS, WRONG_DIALECT } from './dialects.ts'
import { KINDS, kindOf } from './kinds.ts'
import type { Keep } from './read-x.ts'
import { REFUSAL_FORM, REFUSALS } from './refusals.ts'
import { UNSUPPORTED } from './unsupported.ts'
import { oembedUrl, POSTS } from './urls.ts'
import { variantsIn } from './variants-in.ts'

const read = late(() => import('./read-x.ts'))

const XSettings = Type.Object({
  X_BEARER_TOKEN: Type.String({
    default: '',
    description: 'Bearer tokens of X applications, comma-separated. X charges for each post that is read.',
  }),
  X_DIALECT: Type.String({
    default: 'tweet',
    description:
      'Names of the fields in requests to X: `tweet`, which returns more for less money, or `post`, the newer names.',
  }),
})

/** Throws an Error when the dialect is unknown. */
const readTokens = ({ X_BEARER_TOKEN, X_DIALECT }: Static<typeof XSettings>) => {
  if (!DIALECTS.has(X_DIALECT)) throw new Error(WRONG_DIALECT)
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
    media: 'posts with images or videos',
    mentions: 'posts of others that mention the account; the newest 800',
  },
  settings: XSettings,
  origins: [API],
  hasAccountIds: true,
  handleOfId: handleOf,
  credentials: [
    {
      id: 'app',
      settings: ['X_BEARER_TOKEN'],
      read: readTokens,
      origins: [API],
      sign: bearer,
      connects: true,
      // This call is free.
      probe: () => ({ url: `${API}/2/usage/tweets` }),
      steps: [
        'Create a developer account at https://console.x.com and buy credits. X charges $0.005 for a post and $0.010 for an account, each time it is read.',
        'Create a project with an application, and generate a Bearer Token under “Keys and tokens”.',
        'Set X_BEARER_TOKEN to it. Set a spending limit at X, and a longer PAGE_FRESH_SECONDS here: a page of twenty posts costs about ten cents, and one of a list, a hashtag, a search or mentions up to thirty, since X charges for each author, too.',
      ],
    },
  ],
  canonicalize: (input) => canonicalizePlace(input) ?? canonicalizeName(input),
  kinds: KINDS,
  variantsIn,
  kindOf,
  unsupported: UNSUPPORTED,
  sources: [
    source<Static<typeof XSettings>, Keep>({
      id: 'api',
      provenance: 'official_api',
      credential: 'app',
      refusals: REFUSALS,
      refusalForm: REFUSAL_FORM,
      limits: LIMITS,
      // A profile costs twice as much as a post. X bills it only once a day.
      accountFreshSeconds: 86_400,
      account: read('readAccount'),
      posts: read('readPosts'),
      post: read('readPost'),
    }),
  ],
  posts: POSTS,
  oembed: oembedUrl,
  refuses:
    'X exposes posts only through its paid API. Posts of protected accounts are available only if their owner connects the account. The API returns at most the newest 3,200 posts of an account.',
})
