// URLs of DEV that the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans users, organizations, tags and series.',
  home: 'dev.to',
  parts: { user: '(?!(?:t|feed|tag)/)@?[\\w-]+', part: 'likes|comments|comment/.+|badges|followers|reading-list' },
  urls: {
    section: ['dev.to/{user}/{part}'],
    lists: ['dev.to/{user}/series'],
    hashtag: ['dev.to/t/{word}/top/{period}'],
    search: ['dev.to/search?q={words}'],
  },
}
