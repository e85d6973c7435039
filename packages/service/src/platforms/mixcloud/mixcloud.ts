// Mixcloud: recognizes URLs of shows.

import { postsOnly } from '../../upstream/contract/platform.ts'

export const mixcloud = postsOnly({
  id: 'mixcloud',
  name: 'Mixcloud',
  posts: {
    parts: {
      user: '(?!(?:discover|genres|live|settings|widget|media|oembed)/)[^/]+',
      show: '(?!(?:uploads|favorites|listens|playlists|stream|followers|following|reposts)/?$)[^/]+',
    },
    patterns: { 'mixcloud.com/{user}/{show}': 'https://www.mixcloud.com/{user}/{show}/' },
    domains: ['mixcloud.com'],
  },
})
