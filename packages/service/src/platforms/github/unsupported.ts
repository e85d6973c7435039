// URLs of what GitHub has and the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans users, organizations and repositories of GitHub only.',
  home: 'github.com',
  urls: {
    topic: ['github.com/topics/{topic}'],
    search: ['github.com/search?q={words}'],
    collection: ['github.com/collections/{name}'],
    product: ['github.com/marketplace/{product}/**'],
  },
}
