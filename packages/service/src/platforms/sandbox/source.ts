// The made-up posts as a source.

import type { Static } from 'typebox'
import { Type } from '../../parsing/type.ts'
import type { PlatformPost } from '../../post/post.ts'
import { late } from '../contract/late.ts'
import { source } from '../contract/platform.ts'

const read = late(() => import('./read-sandbox.ts'))

export const SandboxSettings = Type.Object({
  BASE_URL: Type.String({ default: '', description: 'Where the service is reached; the sandbox loads from there.' }),
})
export type SandboxSettings = Static<typeof SandboxSettings>

export const madeUp = source<SandboxSettings, readonly PlatformPost[]>({
  id: 'sandbox',
  provenance: 'sandbox',
  // So that a slow profile is slow, and a failing one fails, with each page.
  accountFreshSeconds: 0,
  account: read('readAccount'),
  posts: read('readPosts'),
  post: read('readPost'),
})
