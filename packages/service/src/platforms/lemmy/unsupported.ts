// URLs of Lemmy that the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'
import { SEARCH_WORDS } from '../../urls/search-words.ts'

export const UNSUPPORTED: Unsupported = {
  instead:
    'The service scans communities, users, multi-communities, feeds of PieFed, tags of Mbin and the posts of a server.',
  parts: { words: SEARCH_WORDS },
  urls: {
    search: ['{host}/search?q={words}'],
    feed: ['{host}/communities/**'],
    topic: ['{host}/topic/{topic}'],
  },
}
