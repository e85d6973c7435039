// URLs of things that Twitch has and the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans channels and categories of Twitch.',
  home: 'twitch.tv',
  says: { category: 'Paste the URL of one category without its filters.' },
  parts: {
    user: '\\w{3,25}',
    list: '(?!(?:category|game)(?:/|$))[^/]+',
    page: 'category|game',
    tab: 'clips|videos',
    views: 'views',
  },
  urls: {
    category: [
      'twitch.tv/directory/{list}/**',
      'twitch.tv/directory/{page}/{category}?tl={tag}',
      'twitch.tv/directory/{page}/{category}?filter={filter}',
      'twitch.tv/directory/{page}/{category}/{tab}?range={period}',
    ],
    team: ['twitch.tv/team/{team}'],
    collection: ['twitch.tv/collections/{collection}'],
    search: ['twitch.tv/search?term={words}'],
    playlists: ['twitch.tv/{user}/collections'],
    view: ['twitch.tv/{user}/{tab}?range={period}', 'twitch.tv/{user}/{tab}?sort={views}'],
    schedule: ['twitch.tv/{user}/schedule'],
  },
}
