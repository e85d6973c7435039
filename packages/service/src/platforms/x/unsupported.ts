// URLs of things that X has and the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans X accounts only.',
  home: 'x.com',
  parts: { likes: 'likes|favorites', user: '\\w{1,20}', kind: 'events|moments' },
  urls: {
    list: ['x.com/i/lists/{list}/**', 'x.com/{user}/lists/{list}/**'],
    community: ['x.com/i/communities/{community}/**'],
    hashtag: ['x.com/hashtag/{word}'],
    search: ['x.com/search?q={words}', 'x.com/search/{words}'],
    event: [
      'x.com/i/{kind}/{event}',
      'x.com/{user}/moments/{event}',
      'x.com/i/spaces/{event}/**',
      'x.com/i/broadcasts/{event}',
    ],
    topic: ['x.com/i/topics/{topic}'],
    likes: ['x.com/{user}/{likes}'],
    lists: ['x.com/{user}/lists'],
  },
}
