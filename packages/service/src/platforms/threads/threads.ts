// Threads through its API, for any public profile with enough followers. https://developers.facebook.com/docs/threads

import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { readUsage } from '../meta/read-usage.ts'
import { givenTokens, LONG_LIFE_SECONDS, refreshToken, signWithToken } from '../meta/tokens.ts'
import { accountToken } from './account-token.ts'
import { canonicalizeName } from './canonicalize-name.ts'
import { canonicalizeSearch } from './canonicalize-search.ts'
import { KINDS, kindOf } from './kinds.ts'
import { ownersOf, ThreadsSettings } from './owners.ts'
import { OWN_REFUSALS, REFUSALS } from './refusals.ts'
import { UNSUPPORTED } from './unsupported.ts'
import { API, CONTROL_NAME, ORIGIN, OWN_ORIGIN, oembedUrl, POSTS, SEARCHES } from './urls.ts'
import { variantsIn } from './variants-in.ts'

const read = late(() => import('./read-threads.ts'))
const readConnected = late(() => import('./read-connected.ts'))

const api = source<ThreadsSettings, undefined>({
  id: 'api',
  provenance: 'official_api',
  credential: 'token',
  refusals: REFUSALS,
  limits: {
    buckets: [
      { name: 'lookups', allows: 1_000, per: { seconds: 86_400 }, of: 'credential' },
      { name: SEARCHES, allows: 2_200, per: { seconds: 86_400 }, of: 'credential', isSharedFairly: true },
    ],
    only: { [SEARCHES]: ['hashtag', 'search'] },
    tells: readUsage,
  },
  // Each request for a profile takes one of a thousand calls a day.
  accountFreshSeconds: 3_600,
  account: read('readAccount'),
  posts: read('readPosts'),
  post: read('readPost'),
})

/** A profile that its owner connected. */
const connected = source<unknown, undefined>({
  id: 'account',
  provenance: 'official_api',
  credential: accountToken.id,
  kinds: ['account'],
  variants: ['posts', 'reposts'],
  refusals: OWN_REFUSALS,
  limits: { tells: readUsage },
  account: readConnected('readAccount'),
  posts: readConnected('readPosts'),
  post: readConnected('readPost'),
})

export const threads = platform({
  id: 'threads',
  name: 'Threads',
  handles: ['name', '@name', 'https://www.threads.com/@name', 'https://www.threads.net/@name', '@name@threads.net'],
  variants: {
    posts: 'posts, quotes and reposts',
    reposts: 'only reposts',
    replies: 'replies of the account, for accounts of the operator only',
    mentions: 'posts by others that mention the account, for accounts of the operator only',
  },
  // Authors delete posts that mention the account.
  heldHours: { mentions: 72 },
  settings: ThreadsSettings,
  origins: [ORIGIN, OWN_ORIGIN],
  credentials: [
    {
      id: 'token',
      settings: ['THREADS_ACCESS_TOKEN'],
      origins: [ORIGIN],
      read(settings) {
        const { THREADS_ACCESS_TOKEN: tokens } = settings
        const [given, owners] = [
          givenTokens({ tokens, appId: '', appSecret: '', name: 'THREADS_ACCESS_TOKEN' }),
          ownersOf(settings),
        ]
        if (owners.length > 0 && owners.length !== given.length)
          throw new Error('THREADS_USERNAME must have one name for each token')
        return given.map((each, at) => ({ ...each, ...(owners[at] !== undefined && { own: owners[at] }) }))
      },
      sign: signWithToken,
      renew: refreshToken(`${ORIGIN}/refresh_access_token`, 'th_refresh_token'),
      livesSeconds: LONG_LIFE_SECONDS,
      probe: () => ({ url: `${API}/profile_lookup`, query: { username: CONTROL_NAME } }),
      steps: [
        'Create an application with the use case “Access the Threads API” at https://developers.facebook.com/apps.',
        'Request the permissions `threads_basic` and `threads_profile_discovery` in App Review. Before approval, only @meta, @threads, @instagram and @facebook can be read.',
        'For tags and searches, request `threads_keyword_search`, too. Before approval, they find only your own posts, which the service reports as an error.',
        'For the replies of your own account, and the posts that mention it, request `threads_read_replies` and `threads_manage_mentions`, too, and set THREADS_USERNAME to the name of the account.',
        'Create a user token with these permissions and exchange it for a long-lived one, which is valid for 60 days: `GET https://graph.threads.net/access_token?grant_type=th_exchange_token&client_secret=…&access_token=…`.',
        'Set THREADS_ACCESS_TOKEN. The service renews the token while it is valid; replace an expired one.',
      ],
    },
    accountToken,
  ],
  canonicalize: (input) => canonicalizeSearch(input) ?? canonicalizeName(input),
  kinds: KINDS,
  variantsIn,
  kindOf,
  unsupported: UNSUPPORTED,
  sources: [api, connected],
  posts: POSTS,
  oembed: oembedUrl,
  refuses:
    'Threads’s API returns only public profiles with at least 100 followers, and neither likes, replies nor views of posts by others.',
})
