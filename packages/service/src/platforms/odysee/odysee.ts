// Odysee by the addresses of films.

import { postsOnly } from '../contract/platform.ts'

export const odysee = postsOnly({
  id: 'odysee',
  name: 'Odysee',
  posts: {
    parts: { channel: '@[^/:]+(?::[0-9a-f]+)?', film: '[^/@$][^/]*:[0-9a-f]+' },
    patterns: {
      'odysee.com/{channel}/{film}': 'https://odysee.com/{channel}/{film}',
      'odysee.com/{film}': 'https://odysee.com/{film}',
    },
    domains: ['odysee.com'],
  },
})
