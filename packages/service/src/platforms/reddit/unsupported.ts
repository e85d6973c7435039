// URLs of things that Reddit has and the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans Reddit users and subreddits only.',
  home: 'reddit.com',
  parts: { several: '\\w+(?:[+-]\\w+)+', view: 'all|popular|friends|mod|random|randnsfw|myrandom', kind: 'u|user' },
  urls: {
    feed: [
      'reddit.com/{kind}/{name}/m/{feed}/**',
      'reddit.com/me/m/{feed}/**',
      'reddit.com/r/{several}/**',
      'reddit.com/r/{view}/**',
    ],
    search: ['reddit.com/search?q={words}', 'reddit.com/r/{name}/search?q={words}'],
    topic: ['reddit.com/t/{topic}/**'],
    collection: ['reddit.com/r/{name}/collection/{collection}/**'],
    section: ['reddit.com/r/{name}?f={flair}', 'reddit.com/r/{name}/{order}?f={flair}'],
  },
}
