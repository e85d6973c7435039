// The fictional posts as a source.

import { late } from '../../upstream/contract/late.ts'
import { source } from '../../upstream/contract/platform.ts'
import type { Item } from './made-up-kinds.ts'
import type { SandboxSettings } from './settings.ts'

const read = late(() => import('./read-sandbox.ts'))

export const madeUp = source<SandboxSettings, readonly Item[]>({
  id: 'sandbox',
  provenance: 'sandbox',
  // Not cached, so that a slow profile is slow, and an error profile fails, for each page.
  accountFreshSeconds: 0,
  account: read('readAccount'),
  posts: read('readPosts'),
  post: read('readPost'),
})
