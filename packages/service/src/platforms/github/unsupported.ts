// URLs of what GitHub has and the service cannot scan.

import type { Unsupported } from '../contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans users, organizations and repositories of GitHub only.',
  home: 'github.com',
  parts: { owner: '[A-Za-z0-9-]{1,39}', number: '\\d{1,9}', repository: '[\\w.-]{1,100}' },
  urls: {
    topic: ['github.com/topics/{topic}'],
    search: ['github.com/search?q={words}'],
    collection: ['github.com/collections/{name}'],
    product: ['github.com/marketplace/{product}/**'],
  },
}
