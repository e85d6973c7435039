// URLs of Misskey and compatible servers that the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'
import { SEARCH_WORDS } from '../../urls/search-words.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans users, hashtags, channels and clips.',
  parts: { actor: '@[^/]+', words: SEARCH_WORDS, part: 'featured|pages|flashs', yes: '.+' },
  urls: {
    list: ['{host}/list/{list}', '{host}/timeline/list/{list}', '{host}/timeline/antenna/{list}'],
    search: ['{host}/search?q={words}'],
    gallery: ['{host}/gallery/{gallery}', '{host}/{actor}/gallery'],
    feed: ['{host}/explore/**'],
    likes: ['{host}/{actor}/reactions'],
    section: ['{host}/{actor}/{part}'],
    view: ['{host}/tags/{tag}?scope={yes}'],
    clips: ['{host}/{actor}/clips'],
    lists: ['{host}/{actor}/lists'],
  },
}
