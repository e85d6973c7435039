// URLs of Dailymotion that the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans Dailymotion users only.',
  home: 'dailymotion.com',
  parts: { user: '[\\w.-]{1,60}', language: '[a-z]{2}' },
  urls: {
    playlist: ['dailymotion.com/playlist/{list}/**', 'dailymotion.com/{language}/playlist/{list}/**'],
    topic: [
      'dailymotion.com/topic/{topic}/**',
      'dailymotion.com/hub/{topic}',
      'dailymotion.com/channel/{topic}/**',
      'dailymotion.com/{language}/channel/{topic}/**',
    ],
    search: ['dailymotion.com/search/{words}/**'],
    playlists: ['dailymotion.com/{user}/playlists', 'dailymotion.com/{language}/{user}/playlists'],
    likes: ['dailymotion.com/{user}/likes', 'dailymotion.com/{language}/{user}/likes'],
  },
}
