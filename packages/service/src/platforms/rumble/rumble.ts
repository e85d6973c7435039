// Rumble by the addresses of films.

import { postsOnly } from '../contract/platform.ts'

export const rumble = postsOnly({
  id: 'rumble',
  name: 'Rumble',
  posts: {
    parts: { id: 'v[a-z0-9]{4,8}', page: 'v[a-z0-9]{4,8}-[^/]*\\.html' },
    patterns: {
      'rumble.com/{page}': 'https://rumble.com/{page}',
      'rumble.com/shorts/{id}': 'https://rumble.com/shorts/{id}',
      'rumble.com/embed/{id}': 'https://rumble.com/embed/{id}/',
    },
    domains: ['rumble.com'],
  },
})
