// The YouTube Data API as a source of channels whose owners connected them.

import { late } from '../../upstream/contract/late.ts'
import { source } from '../../upstream/contract/platform.ts'
import { accountToken } from './account-token.ts'
import { apiKey, UNITS } from './api-source.ts'
import { OWN_REFUSALS, REFUSAL_FORM } from './refusals.ts'

const read = late(() => import('./read-connected.ts'))

export const accountSource = source<unknown, undefined>({
  id: 'account',
  provenance: 'official_api',
  credential: accountToken.id,
  kinds: ['account'],
  refusals: OWN_REFUSALS,
  refusalForm: REFUSAL_FORM,
  limits: {
    // YouTube counts by project: that of the client, which is that of the key. One license must not use the day's units
    // of all others.
    buckets: [{ ...UNITS, isSharedFairly: true }],
    connectedShare: apiKey.id,
  },
  accountFreshSeconds: 3_600,
  account: read('readAccount'),
  posts: read('readPosts'),
  post: read('readPost'),
})
