// Reddit through its Data API, with an application that Reddit approved; through its public feeds without one.

import type { Static } from 'typebox'
import { lateFeedSource } from '../../feeds/feed-source.ts'
import { Type } from '../../parsing/type.ts'
import type { Given } from '../../upstream/contract/credential.ts'
import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { bearer } from '../../upstream/credentials/bearer.ts'
import { clientCredentials } from '../../upstream/credentials/client-credentials.ts'
import { listOf } from '../../upstream/credentials/given.ts'
import { canonicalizeName } from './canonicalize-name.ts'
import { canonicalizePlace } from './canonicalize-place.ts'
import { KINDS, kindOf } from './kinds.ts'
import { API_REFUSAL_FORM, API_REFUSALS, FEED_REFUSALS } from './refusals.ts'
import { UNSUPPORTED } from './unsupported.ts'
import { oembedUrl, POSTS } from './urls.ts'
import { variantsIn } from './variants-in.ts'

const read = late(() => import('./read-reddit.ts'))

const RedditSettings = Type.Object({
  REDDIT_CLIENT_ID: Type.String({
    default: '',
    description:
      'Client id of a Reddit application, or several, comma-separated; without one, the service reads the public feeds',
  }),
  REDDIT_CLIENT_SECRET: Type.String({
    default: '',
    description: 'Client secrets of the applications, comma-separated, in the same order',
  }),
  REDDIT_USER_AGENT: Type.String({
    default: '',
    description: 'User agent of the application, in the form that Reddit requires: `web:example.com:1.0 (by /u/name)`',
  }),
})

/** Each id and its secret form an application. All applications have the same user agent. */
const readApplications = (settings: Static<typeof RedditSettings>): readonly Given[] => {
  const ids = listOf(settings.REDDIT_CLIENT_ID)
  const secrets = listOf(settings.REDDIT_CLIENT_SECRET)
  if (ids.length !== secrets.length)
    throw new Error('REDDIT_CLIENT_SECRET must have one secret for each REDDIT_CLIENT_ID')
  const agent = settings.REDDIT_USER_AGENT
  return ids.map((id, at) => ({ secrets: { id, secret: secrets[at] ?? '', agent } }))
}

const api = source<unknown, undefined>({
  id: 'api',
  provenance: 'official_api',
  credential: 'app',
  refusals: API_REFUSALS,
  refusalForm: API_REFUSAL_FORM,
  account: read('readAccount'),
  posts: read('readPosts'),
  post: read('readPost'),
})

export const reddit = platform({
  id: 'reddit',
  name: 'Reddit',
  handles: [
    'u/name',
    '/u/name',
    '@name',
    'https://www.reddit.com/user/name/',
    'https://old.reddit.com/user/name/submitted/',
  ],
  variants: {
    posts: 'submissions, newest first',
    comments: 'comments, newest first',
    overview: 'a user’s submissions and comments; a subreddit’s submissions',
    hot: 'submissions that are popular now',
    top: 'submissions with the most votes of all time',
  },
  settings: RedditSettings,
  origins: ['https://oauth.reddit.com', 'https://www.reddit.com'],
  credentials: [
    {
      id: 'app',
      settings: ['REDDIT_CLIENT_ID', 'REDDIT_CLIENT_SECRET', 'REDDIT_USER_AGENT'],
      origins: ['https://oauth.reddit.com', 'https://www.reddit.com'],
      read: readApplications,
      obtain: clientCredentials('https://www.reddit.com/api/v1/access_token'),
      sign: ({ agent, ...fields }) => ({ ...bearer(fields), ...(agent !== undefined && { userAgent: agent }) }),
      connects: true,
      probe: () => ({ url: 'https://oauth.reddit.com/r/reddit/about', query: { raw_json: 1 } }),
      steps: [
        'Request access to Reddit’s Data API (Responsible Builder Policy); commercial use requires a contract.',
        'Create an application of the type “script” at https://www.reddit.com/prefs/apps.',
        'Set REDDIT_CLIENT_ID to the id below its name, REDDIT_CLIENT_SECRET to its secret, and REDDIT_USER_AGENT to a user agent that names the application and a Reddit user to contact.',
      ],
    },
  ],
  hasAccountIds: true,
  canonicalize: (input) => canonicalizePlace(input) ?? canonicalizeName(input),
  kinds: KINDS,
  variantsIn,
  kindOf,
  unsupported: UNSUPPORTED,
  sources: [api, lateFeedSource(() => import('./feed.ts'), { refusals: FEED_REFUSALS })],
  posts: POSTS,
  oembed: oembedUrl,
})
