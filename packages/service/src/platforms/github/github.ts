// GitHub through its REST API, with or without a token. https://docs.github.com/en/rest

import type { Static } from 'typebox'
import { Type } from '../../parsing/type.ts'
import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { bearer } from '../../upstream/credentials/bearer.ts'
import { givenEach } from '../../upstream/credentials/given.ts'
import { canonicalizeName } from './canonicalize-name.ts'
import { canonicalizePlace } from './canonicalize-place.ts'
import { KINDS, kindOf } from './kinds.ts'
import { GRAPHQL_REFUSALS, REFUSAL_FORM, REFUSALS } from './refusals.ts'
import { UNSUPPORTED } from './unsupported.ts'
import { API, POSTS } from './urls.ts'
import { variantsIn } from './variants-in.ts'

const read = late(() => import('./read-github.ts'))
const readForum = late(() => import('./read-discussions.ts'))

const GithubSettings = Type.Object({
  GITHUB_TOKEN: Type.String({
    default: '',
    description: 'Personal access tokens, separated by commas. Without a token, GitHub allows 60 calls an hour.',
  }),
})

export const github = platform({
  id: 'github',
  name: 'GitHub',
  handles: [
    'name',
    '@name',
    'https://github.com/name',
    'https://gist.github.com/name',
    'https://github.com/orgs/name',
    'https://github.com/sponsors/name',
    'https://github.com/organizations/name/settings/profile',
  ],
  variants: {
    posts:
      'repositories of a user or organization, most recently pushed first; releases of a repository (`owner/name`)',
    releases: 'releases of a repository, or all releases that a user published in the last 30 days',
    events: 'public activity of a user or in a repository in the last 30 days',
    gists: 'public gists of a user',
  },
  settings: GithubSettings,
  origins: [API],
  hasAccountIds: true,
  credentials: [
    {
      id: 'token',
      settings: ['GITHUB_TOKEN'],
      read: ({ GITHUB_TOKEN }) => givenEach(GITHUB_TOKEN, 'token'),
      sign: bearer,
      connects: true,
      probe: () => ({ url: `${API}/rate_limit` }),
      steps: [
        'Open https://github.com/settings/personal-access-tokens and generate a fine-grained token with access to public repositories only.',
        'Set GITHUB_TOKEN. GitHub allows 5,000 calls an hour for each account. Separate tokens of several accounts by commas.',
      ],
    },
  ],
  canonicalize: (input) => canonicalizePlace(input) ?? canonicalizeName(input),
  kinds: KINDS,
  variantsIn,
  kindOf,
  unsupported: UNSUPPORTED,
  sources: [
    source<Static<typeof GithubSettings>, undefined>({
      id: 'api',
      provenance: 'official_api',
      credential: { optional: 'token' },
      kinds: ['account', 'section', 'search'],
      refusals: REFUSALS,
      refusalForm: REFUSAL_FORM,
      // Thirty searches a minute, ten without a token; the response says what is left.
      limits: { only: { search: ['search'] } },
      account: read('readAccount'),
      posts: read('readPosts'),
      post: read('readPost'),
    }),
    source<Static<typeof GithubSettings>, undefined>({
      id: 'graphql',
      provenance: 'official_api',
      credential: 'token',
      kinds: ['community'],
      refusals: [...GRAPHQL_REFUSALS, ...REFUSALS],
      refusalForm: REFUSAL_FORM,
      account: readForum('readForum'),
      posts: readForum('readDiscussions'),
    }),
  ],
  posts: POSTS,
  refuses: 'Pinned repositories are not available. GitHub lists discussions only with a token.',
})
