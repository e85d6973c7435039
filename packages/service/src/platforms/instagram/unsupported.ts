// URLs of Instagram that the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans accounts and hashtags of Instagram.',
  home: 'instagram.com',
  // A search for a hashtag is one.
  parts: { tab: 'reels', part: 'saved|channel|guides|reposts|igtv', kind: '(?!keyword(?:/|$))[^/]+', words: '(?!#).+' },
  urls: {
    hashtag: ['instagram.com/explore/tags/{word}/{tab}'],
    place: ['instagram.com/explore/locations/{place}/**', 'instagram.com/locations/{place}/**'],
    sound: ['instagram.com/reels/audio/{sound}', 'instagram.com/music/{sound}/**'],
    story: ['instagram.com/stories/highlights/**', 'instagram.com/stories/{name}/{story}/**'],
    search: [
      'instagram.com/explore/search/keyword?q={words}',
      'instagram.com/explore/search/{kind}/**',
      'instagram.com/explore/search?q={words}',
    ],
    section: ['instagram.com/{name}/{part}/**', 'instagram.com/popular/{words}/**'],
    chat: ['ig.me/j/{code}', 'instagram.com/channel/{code}/**'],
  },
}
