// URLs of things that Threads has and the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans accounts, topic tags and searches of Threads.',
  home: 'threads.com',
  parts: { tab: 'media', type: '(?!(?:tags|default)$).+' },
  urls: {
    search: ['threads.com/search?serp_type={type}'],
    feed: ['threads.com/custom_feed/{feed}'],
    section: ['threads.com/@{name}/{tab}'],
    community: ['threads.com/communities/{name}'],
  },
}
