// URLs of things that Reddit has and the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans users, subreddits, custom feeds, searches and domains of Reddit.',
  home: 'reddit.com',
  parts: { several: '\\w+(?:-\\w+)+', view: 'all|popular|friends|mod|random|randnsfw|myrandom' },
  urls: {
    feed: ['reddit.com/me/m/{feed}/**', 'reddit.com/r/{several}/**', 'reddit.com/r/{view}/**'],
    topic: ['reddit.com/t/{topic}/**'],
    collection: ['reddit.com/r/{name}/collection/{collection}/**'],
  },
}
