// LinkedIn through its Community Management API. Reads only pages that an administrator has connected.
// https://learn.microsoft.com/linkedin/marketing/community-management/

import type { Static } from 'typebox'
import { Type } from '../../parsing/type.ts'
import type { CredentialKind } from '../../upstream/contract/credential.ts'
import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { bearer } from '../../upstream/credentials/bearer.ts'
import { givenPerAccount } from '../../upstream/credentials/given.ts'
import { canonicalizePage } from './canonicalize-page.ts'
import type { Keep } from './read-linkedin.ts'
import { REFUSAL_FORM, REFUSALS } from './refusals.ts'
import { UNSUPPORTED } from './unsupported.ts'
import { API, ownerOfPost, POSTS } from './urls.ts'

const read = late(() => import('./read-linkedin.ts'))

const LinkedinSettings = Type.Object({
  LINKEDIN_ACCESS_TOKEN: Type.String({
    default: '',
    description: 'Access tokens of administrators: page=token, comma-separated. Repeat a token for each of its pages',
  }),
})

const administrator: CredentialKind<Static<typeof LinkedinSettings>> = {
  id: 'administrator',
  settings: ['LINKEDIN_ACCESS_TOKEN'],
  read: ({ LINKEDIN_ACCESS_TOKEN }) =>
    givenPerAccount('LINKEDIN_ACCESS_TOKEN', LINKEDIN_ACCESS_TOKEN, 'token', canonicalizePage),
  sign: bearer,
  connects: true,
  steps: [
    'Create an app at https://www.linkedin.com/developers/apps and request the product “Community Management API”, which LinkedIn reviews.',
    'Let an administrator of the page log in to the app and grant r_organization_social and r_organization_admin.',
    'Set LINKEDIN_ACCESS_TOKEN to page=token, with the name or number from the URL of the page. A token is valid for 60 days.',
    'Or set LINKEDIN_CLIENT_ID and LINKEDIN_CLIENT_SECRET, and have an administrator connect the page: `POST /api/v1/connect` with `platform: "linkedin"`. The service then renews the token, if LinkedIn allows the app to.',
  ],
}

export const linkedin = platform({
  id: 'linkedin',
  name: 'LinkedIn',
  handles: [
    'name',
    'https://www.linkedin.com/company/name/',
    'https://www.linkedin.com/school/name/posts/',
    'https://www.linkedin.com/company/name/admin/dashboard/',
  ],
  variants: { posts: 'posts and reshares of the page' },
  // LinkedIn requires that each field is deleted after some time.
  // https://learn.microsoft.com/linkedin/marketing/data-storage-requirements
  keepsPictures: false,
  settings: LinkedinSettings,
  origins: [API],
  hasAccountIds: true,
  credentials: [administrator],
  canonicalize: canonicalizePage,
  unsupported: UNSUPPORTED,
  sources: [
    source<unknown, Keep>({
      id: 'api',
      provenance: 'official_api',
      credential: administrator.id,
      refusals: REFUSALS,
      refusalForm: REFUSAL_FORM,
      accountFreshSeconds: 3_600,
      account: read('readAccount'),
      posts: read('readPosts'),
      post: read('readPost'),
      ownerOfPost,
    }),
  ],
  posts: POSTS,
  refuses:
    'LinkedIn exposes the posts of a page only to its administrators, and posts of members to no new app. Only pages that an administrator has connected can be scanned.',
})
