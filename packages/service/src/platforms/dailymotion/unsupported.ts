// URLs of Dailymotion that the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans users, playlists, categories and tags of Dailymotion.',
  home: 'dailymotion.com',
  parts: {
    user: '[\\w.-]{1,60}',
    language: '[a-z]{2}',
    of: 'user/[\\w.-]{1,60}|[\\w.-]{1,60}',
    lists: 'subscriptions|favorites',
  },
  urls: {
    topic: ['dailymotion.com/topic/{topic}/**', 'dailymotion.com/hub/{topic}'],
    search: ['dailymotion.com/search/{words}/**'],
    playlists: ['dailymotion.com/{user}/playlists', 'dailymotion.com/{language}/{user}/playlists'],
    lists: ['dailymotion.com/{of}/{lists}'],
    likes: [
      'dailymotion.com/user/{user}/likes',
      'dailymotion.com/{user}/likes',
      'dailymotion.com/{language}/{user}/likes',
    ],
  },
}
