// URLs of Misskey and compatible servers that the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'
import { SEARCH_WORDS } from '../../urls/search-words.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans Misskey users only.',
  parts: { actor: '@[^/]+', words: SEARCH_WORDS },
  urls: {
    hashtag: ['{host}/tags/{word}'],
    community: ['{host}/channels/{channel}'],
    collection: ['{host}/clips/{clip}'],
    list: ['{host}/list/{list}', '{host}/timeline/list/{list}', '{host}/timeline/antenna/{list}'],
    search: ['{host}/search?q={words}'],
    gallery: ['{host}/gallery/{gallery}'],
    feed: ['{host}/explore/**'],
    likes: ['{host}/{actor}/reactions'],
    clips: ['{host}/{actor}/clips'],
    lists: ['{host}/{actor}/lists'],
  },
}
