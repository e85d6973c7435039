// URLs of Lemmy that the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans Lemmy communities and users only.',
  urls: {
    search: ['{host}/search?q={words}'],
    feed: ['{host}/communities/**', '{host}/f/{feed}'],
    topic: ['{host}/topic/{topic}'],
  },
}
