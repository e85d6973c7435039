// URLs of DEV that the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans DEV users and organizations only.',
  home: 'dev.to',
  parts: { user: '(?!t/)\\w{1,40}', id: '\\d{1,9}' },
  urls: {
    hashtag: ['dev.to/t/{word}/**'],
    search: ['dev.to/search?q={words}'],
    series: ['dev.to/{user}/series/{id}'],
  },
}
