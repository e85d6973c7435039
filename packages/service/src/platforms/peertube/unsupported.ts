// URLs of things that PeerTube has and the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'
import { SEARCH_WORDS } from '../../urls/search-words.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans PeerTube accounts and channels only.',
  parts: {
    actor: '(?:(?:a|accounts|c|video-channels)/[^/]+|@[^/]+)',
    words: SEARCH_WORDS,
    list: '[\\w-]{8,40}',
    feed: 'local|browse|trending|recently-added|overview|subscriptions',
  },
  urls: {
    playlist: [
      '{host}/w/p/{list}/**',
      '{host}/videos/watch/playlist/{list}/**',
      '{host}/video-playlists/embed/{list}',
      '{host}/my-library/video-playlists/{list}',
    ],
    search: ['{host}/search?search={words}', '{host}/search?tagsOneOf={words}'],
    feed: ['{host}/videos/{feed}'],
    playlists: ['{host}/{actor}/video-playlists'],
  },
}
