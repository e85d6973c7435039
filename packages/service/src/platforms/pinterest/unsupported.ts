// URLs of things that Pinterest has and the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans Pinterest accounts, boards and sections of boards only.',
  home: 'pinterest.com',
  parts: { name: '[A-Za-z0-9_]{3,30}', part: '_shop|_saved/_tried|boards' },
  urls: {
    topic: [
      'pinterest.com/ideas/{topic}/**',
      'pinterest.com/topics/{topic}',
      'pinterest.com/explore/{topic}',
      'pinterest.com/categories/{topic}',
    ],
    search: ['pinterest.com/search/{kind}?q={words}', 'pinterest.com/search?q={words}'],
    lists: ['pinterest.com/{name}/{part}'],
  },
}
