// URLs of Dailymotion that the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans users, playlists, categories and tags of Dailymotion.',
  home: 'dailymotion.com',
  parts: { user: '[\\w.-]{1,60}', language: '[a-z]{2}' },
  urls: {
    topic: ['dailymotion.com/topic/{topic}/**', 'dailymotion.com/hub/{topic}'],
    search: ['dailymotion.com/search/{words}/**'],
    playlists: ['dailymotion.com/{user}/playlists', 'dailymotion.com/{language}/{user}/playlists'],
    likes: ['dailymotion.com/{user}/likes', 'dailymotion.com/{language}/{user}/likes'],
  },
}
