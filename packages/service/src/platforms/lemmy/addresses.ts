// Addresses of posts, at anybody's host. Their ids are each host's own.

import type { PostAddresses } from '../contract/platform.ts'

export const POSTS: PostAddresses = {
  parts: { id: '[1-9]\\d{0,14}' },
  patterns: { '{host}/post/{id}': 'https://{host}/post/{id}' },
}
