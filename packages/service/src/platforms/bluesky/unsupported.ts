// URLs of Bluesky that the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans Bluesky accounts only.',
  home: 'bsky.app',
  urls: {
    feed: ['bsky.app/profile/{actor}/feed/{key}', 'at://{actor}/app.bsky.feed.generator/{key}'],
    list: [
      'bsky.app/profile/{actor}/lists/{key}',
      'at://{actor}/app.bsky.graph.list/{key}',
      'bsky.app/starter-pack/{actor}/{key}',
      'bsky.app/start/{actor}/{key}',
      'at://{actor}/app.bsky.graph.starterpack/{key}',
    ],
    hashtag: ['bsky.app/hashtag/{word}'],
    search: ['bsky.app/search?q={words}', 'bsky.app/profile/{actor}/search?q={words}'],
    topic: ['bsky.app/topic/{topic}'],
  },
}
