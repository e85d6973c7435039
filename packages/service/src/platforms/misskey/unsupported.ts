// URLs of Misskey and compatible servers that the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'
import { SEARCH_WORDS } from '../../urls/search-words.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans users, hashtags, channels and clips.',
  parts: { actor: '@[^/]+', words: SEARCH_WORDS },
  urls: {
    // On all servers.
    hashtag: [],
    list: ['{host}/list/{list}', '{host}/timeline/list/{list}', '{host}/timeline/antenna/{list}'],
    search: ['{host}/search?q={words}'],
    gallery: ['{host}/gallery/{gallery}'],
    feed: ['{host}/explore/**'],
    likes: ['{host}/{actor}/reactions'],
    clips: ['{host}/{actor}/clips'],
    lists: ['{host}/{actor}/lists'],
  },
}
