// Rumble: single videos by their URLs.

import { postsOnly } from '../../upstream/contract/platform.ts'

export const rumble = postsOnly({
  id: 'rumble',
  name: 'Rumble',
  posts: {
    // `videos` is a list, no id.
    parts: {
      id: 'v[a-z0-9]{4,8}',
      bare: 'v(?=[a-z]*\\d)[a-z0-9]{4,8}',
      publisher: '[a-z0-9]{1,10}',
      page: 'v[a-z0-9]{4,8}-[^/]*\\.html',
    },
    patterns: {
      'rumble.com/{page}': 'https://rumble.com/{page}',
      'rumble.com/{id:bare}': 'https://rumble.com/{id}',
      'rumble.com/{id:bare}.html': 'https://rumble.com/{id}',
      'rumble.com/shorts/{id}': 'https://rumble.com/shorts/{id}',
      'rumble.com/embed/{id}': 'https://rumble.com/embed/{id}/',
      'rumble.com/embed/{publisher}.{id}': 'https://rumble.com/embed/{id}/',
    },
    domains: ['rumble.com'],
  },
})
