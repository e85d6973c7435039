// URLs of Lemmy that the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'
import { SEARCH_WORDS } from '../../urls/search-words.ts'

export const UNSUPPORTED: Unsupported = {
  instead:
    'The service scans communities, users, multi-communities, feeds of PieFed, tags of Mbin and the posts of a server.',
  parts: {
    words: SEARCH_WORDS,
    actor: '(?:c|u)/[^/]+',
    comments: '[Cc]omments?',
    place: '(?:(?:c|u|m|f)/[^/]+)',
    top: 'Top\\w*|top\\w*',
  },
  urls: {
    search: ['{host}/search?q={words}'],
    feed: [
      '{host}/u/{name}/comments',
      '{host}/u/{name}/replies',

      '{host}/communities/**',
      // Comments instead of posts.
      '{host}/{actor}?dataType={comments}',
      '{host}/{actor}?view={comments}',
      '{host}?dataType={comments}',
    ],
    view: ['{host}/{place}?sort={top}', '{host}?sort={top}', '{host}/m/{name}/{top}/**'],
    topic: ['{host}/topic/{topic}'],
  },
}
