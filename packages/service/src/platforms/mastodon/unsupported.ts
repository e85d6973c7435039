// URLs of Mastodon and compatible servers that the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'
import { SEARCH_WORDS } from '../../urls/search-words.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans accounts, hashtags, and public timelines of servers.',
  parts: {
    words: SEARCH_WORDS,
    user: '[^/]+',
    web: 'web/|deck/',
    tab: '(?!posts$)[^/]+',
    part: 'collections|lists',
    yes: 'true|1',
  },
  urls: {
    list: ['{host}/lists/{list}', '{host}/{web}lists/{list}', '{host}/collections/{list}'],
    search: ['{host}/search?q={words}'],
    feed: ['{host}/public/remote', '{host}/deck/public/remote', '{host}/explore/{tab}'],
    section: ['{host}/@{user}/{part}'],
    view: ['{host}/tags/{tag}?local={yes}', '{host}/tags/{tag}?remote={yes}', '{host}/{web}tags/{tag}?local={yes}'],
    group: ['{host}/groups/{group}'],
    likes: ['{host}/@{user}/favorites'],
  },
}
