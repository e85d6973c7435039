// URLs of Bluesky that the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

const SIGNED_IN = 'Bluesky shows more than the first results only to signed-in users.'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans accounts, feeds, lists and starter packs of Bluesky.',
  says: {
    hashtag: SIGNED_IN,
    search: SIGNED_IN,
    list: 'Open the short link of the starter pack, and copy the URL that it leads to.',
  },
  home: 'bsky.app',
  urls: {
    hashtag: ['bsky.app/hashtag/{word}'],
    search: ['bsky.app/search?q={words}', 'bsky.app/profile/{actor}/search?q={words}'],
    lists: ['bsky.app/profile/{actor}/lists', 'bsky.app/profile/{actor}/feeds'],
    topic: ['bsky.app/topic/{topic}'],
    list: ['go.bsky.app/{code}'],
  },
}
