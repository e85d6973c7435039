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

const readConnected = late(() => import('./read-connected.ts'))

/** An account that its owner connected at the sandbox's provider. */
export const connectedAccount = source<SandboxSettings, readonly Item[]>({
  id: 'account',
  provenance: 'sandbox',
  credential: 'account',
  accountFreshSeconds: 0,
  refusals: [{ status: 401, means: 'credential_expired', example: { status: 401, body: { error: 'invalid_token' } } }],
  account: readConnected('readAccount'),
  posts: readConnected('readPosts'),
  post: readConnected('readPost'),
})
