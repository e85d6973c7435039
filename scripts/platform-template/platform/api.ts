// Acme's API as a source: what it declares. The code that reads is loaded on first use.

import { late } from '@central-api/service/upstream/contract/late.ts'
import { source } from '@central-api/service/upstream/contract/platform.ts'
import { REFUSALS } from './refusals.ts'

const read = late(() => import('./read-acme.ts'))

export const api = source({
  id: 'api',
  provenance: 'official_api',
  credential: 'key',
  refusals: REFUSALS,
  account: read('readAccount'),
  posts: read('readPosts'),
  post: read('readPost'),
})
