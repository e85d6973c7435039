// URLs of GitHub that the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans GitHub users, organizations and repositories only.',
  home: 'github.com',
  urls: {
    topic: ['github.com/topics/{topic}'],
    search: ['github.com/search?q={words}'],
    collection: ['github.com/collections/{name}'],
    product: ['github.com/marketplace/{product}/**'],
  },
}
