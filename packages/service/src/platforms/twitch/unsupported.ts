// URLs of things that Twitch has and the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans Twitch channels only.',
  home: 'twitch.tv',
  parts: { user: '\\w{3,25}', tags: 'all/tags|tags' },
  urls: {
    category: [
      'twitch.tv/directory/category/{category}/**',
      'twitch.tv/directory/game/{category}/**',
      'twitch.tv/directory/{category}/**',
    ],
    team: ['twitch.tv/team/{team}'],
    collection: ['twitch.tv/collections/{collection}'],
    search: ['twitch.tv/search?term={words}'],
    schedule: ['twitch.tv/{user}/schedule'],
  },
}
