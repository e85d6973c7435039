// URLs of Acme: its API, and its posts.

import type { PostAddresses } from '@central-api/service/upstream/contract/platform.ts'

export const API_ORIGIN = 'https://api.acme.example'

export const POSTS: PostAddresses = {
  parts: { user: '[a-z0-9_]{1,32}', id: '\\d{1,20}' },
  patterns: { 'acme.example/@{user}/{id}': 'https://acme.example/@{user}/{id}' },
  domains: ['acme.example'],
}
