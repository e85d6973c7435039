// URLs of things that Threads has and the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans Threads accounts only.',
  home: 'threads.com',
  urls: {
    search: ['threads.com/search?q={words}'],
    hashtag: ['threads.com/tag/{word}'],
    feed: ['threads.com/custom_feed/{feed}'],
    community: ['threads.com/communities/{name}'],
  },
}
