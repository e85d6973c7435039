// URLs of Mastodon and compatible servers that the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'
import { SEARCH_WORDS } from '../../urls/search-words.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans fediverse accounts only.',
  parts: { words: SEARCH_WORDS, user: '[^/]+', web: 'web/|deck/' },
  urls: {
    hashtag: ['{host}/tags/{word}', '{host}/{web}tags/{word}', '{host}/tag/{word}', '{host}/@{user}/tagged/{word}'],
    list: ['{host}/lists/{list}', '{host}/{web}lists/{list}', '{host}/collections/{list}'],
    search: ['{host}/search?q={words}'],
    feed: ['{host}/public/**', '{host}/explore/**', '{host}/deck/public/**'],
    group: ['{host}/groups/{group}'],
    likes: ['{host}/@{user}/favorites'],
  },
}
