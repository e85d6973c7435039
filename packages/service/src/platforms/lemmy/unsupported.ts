// URLs of Lemmy that the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'
import { SEARCH_WORDS } from '../../urls/search-words.ts'

export const UNSUPPORTED: Unsupported = {
  instead:
    'The service scans communities, users, multi-communities, feeds of PieFed, tags of Mbin and the posts of a server.',
  parts: { words: SEARCH_WORDS, actor: '(?:c|u)/[^/]+', comments: '[Cc]omments?' },
  urls: {
    search: ['{host}/search?q={words}'],
    feed: [
      '{host}/communities/**',
      // Comments instead of posts.
      '{host}/{actor}?dataType={comments}',
      '{host}/{actor}?view={comments}',
      '{host}?dataType={comments}',
    ],
    topic: ['{host}/topic/{topic}'],
  },
}
