// Pinterest through its API for connected accounts, and through the public feeds of accounts and boards for all others.
// https://developers.pinterest.com/docs/api/v5/

import type { Static } from 'typebox'
import { lateFeedSource } from '../../feeds/feed-source.ts'
import { Type } from '../../parsing/type.ts'
import type { CredentialKind } from '../../upstream/contract/credential.ts'
import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { bearer } from '../../upstream/credentials/bearer.ts'
import { givenPerAccount } from '../../upstream/credentials/given.ts'
import { canonicalizeName, sectionOf } from './canonicalize-name.ts'
import { KINDS, kindOf } from './kinds.ts'
import type { Keep } from './read-section.ts'
import { REFUSAL_FORM, REFUSALS } from './refusals.ts'
import { UNSUPPORTED } from './unsupported.ts'
import { API, oembedUrl, ownerOfPost, POSTS, SITE } from './urls.ts'
import { variantsIn } from './variants-in.ts'

const read = late(() => import('./read-pinterest.ts'))

const PinterestSettings = Type.Object({
  PINTEREST_ACCESS_TOKEN: Type.String({
    default: '',
    description:
      'Access tokens of connected accounts, as a comma-separated list of name=token; the service reads other accounts through their public feeds',
  }),
})

const owner: CredentialKind<Static<typeof PinterestSettings>> = {
  id: 'owner',
  settings: ['PINTEREST_ACCESS_TOKEN'],
  read: ({ PINTEREST_ACCESS_TOKEN }) =>
    givenPerAccount('PINTEREST_ACCESS_TOKEN', PINTEREST_ACCESS_TOKEN, 'token', canonicalizeName),
  origins: [API],
  sign: bearer,
  connects: true,
  probe: () => ({ url: `${API}/v5/user_account` }),
  steps: [
    'Create an application at https://developers.pinterest.com/apps/ and request access. Trial access allows 1,000 requests a day.',
    'Get an access token of the account with the scopes user_accounts:read, boards:read and pins:read: with “Generate token” for your own account, else by OAuth.',
    'Set PINTEREST_ACCESS_TOKEN to name=token, with the name of the account. A token is valid for 30 days.',
    'Or set PINTEREST_CLIENT_ID and PINTEREST_CLIENT_SECRET, and have the owner connect the account: `POST /api/v1/connect` with `platform: "pinterest"`. The service then renews the token.',
  ],
}

export const pinterest = platform({
  id: 'pinterest',
  name: 'Pinterest',
  handles: [
    'name',
    '@name',
    'https://www.pinterest.com/name/',
    'https://de.pinterest.com/name/_created/',
    'https://www.pinterest.co.uk/name/_saved/',
  ],
  variants: {
    posts: 'pins, newest first',
    created: 'pins that the account created',
    saved: 'pins that the account saved',
  },
  // Pinterest forbids storing its API's data. https://policy.pinterest.com/developer-guidelines
  keepsPictures: false,
  settings: PinterestSettings,
  origins: [API, SITE],
  credentials: [owner],
  canonicalize: canonicalizeName,
  kinds: KINDS,
  variantsIn,
  kindOf,
  signsAs: (handle) => sectionOf(handle)?.name ?? handle,
  unsupported: UNSUPPORTED,
  sources: [
    source<unknown, Keep>({
      id: 'api',
      provenance: 'official_api',
      credential: owner.id,
      refusals: REFUSALS,
      refusalForm: REFUSAL_FORM,
      account: read('readAccount'),
      posts: read('readPosts'),
      post: read('readPost'),
      ownerOfPost,
    }),
    lateFeedSource(() => import('./feed.ts'), { variants: ['posts'], kinds: ['account', 'collection'] }),
  ],
  posts: POSTS,
  oembed: oembedUrl,
  refuses:
    'Pinterest’s API returns the pins of an account only to its owner. Feeds of other accounts and of boards contain only the newest pins, without counts.',
})
