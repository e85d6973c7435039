// URLs of what Lemmy has and the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans communities and users of Lemmy only.',
  urls: {
    search: ['{host}/search?q={words}'],
    feed: ['{host}/communities/**', '{host}/f/{feed}'],
    topic: ['{host}/topic/{topic}'],
  },
}
