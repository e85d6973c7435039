// Declares Acme's API as a source. The code that reads it is loaded at the first request.

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
