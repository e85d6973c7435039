// Addresses of made-up posts, at a host that nobody can have.

import type { PostAddresses } from '../contract/platform.ts'

export const POSTS: PostAddresses = {
  parts: { handle: '[a-z0-9._]{1,64}', id: '\\d{1,10}' },
  patterns: { 'sandbox.example/@{handle}/{id}': 'https://sandbox.example/@{handle}/{id}' },
}
