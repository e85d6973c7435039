// Apple Podcasts: recognizes URLs of episodes.

import { postsOnly } from '../../upstream/contract/platform.ts'

export const applepodcasts = postsOnly({
  id: 'applepodcasts',
  name: 'Apple Podcasts',
  posts: {
    parts: { country: '[a-z]{2}', id: 'id\\d{4,14}', episode: '\\d{4,20}' },
    patterns: {
      'podcasts.apple.com/{country}/podcast/{id}?i={episode}':
        'https://podcasts.apple.com/{country}/podcast/{id}?i={episode}',
      'podcasts.apple.com/podcast/{slug}/{id}?i={episode}':
        'https://podcasts.apple.com/podcast/{slug}/{id}?i={episode}',
      'podcasts.apple.com/podcast/{id}?i={episode}': 'https://podcasts.apple.com/podcast/{id}?i={episode}',
      'podcasts.apple.com/{country}/podcast/{slug}/{id}?i={episode}':
        'https://podcasts.apple.com/{country}/podcast/{slug}/{id}?i={episode}',
    },
    hosts: { 'itunes.apple.com': 'podcasts.apple.com' },
    domains: ['podcasts.apple.com'],
    short: ['apple.co/{code}'],
  },
})
