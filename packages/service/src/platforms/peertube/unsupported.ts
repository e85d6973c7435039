// URLs of things that PeerTube has and the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'
import { SEARCH_WORDS } from '../../urls/search-words.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans accounts, channels, playlists, tags and servers of PeerTube.',
  parts: {
    actor: '(?:(?:a|accounts|c|video-channels)/[^/]+|@[^/]+)',
    words: SEARCH_WORDS,
    filter: '.+',
    feed: 'browse|trending|recently-added|overview|subscriptions',
  },
  urls: {
    search: ['{host}/search?search={words}'],
    feed: ['{host}/videos/{feed}'],
    view: [
      '{host}/{actor}/videos?search={words}',
      ...['categoryOneOf', 'languageOneOf', 'licenceOneOf', 'tagsOneOf', 'search'].map(
        (name) => `{host}/videos/local?${name}={filter}`,
      ),
    ],
    playlists: ['{host}/{actor}/video-playlists'],
  },
}
