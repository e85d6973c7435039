// URLs of things that Tumblr has and the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans Tumblr blogs only.',
  home: 'tumblr.com',
  parts: { blog: '(?!www\\.)[a-z0-9-]{1,32}' },
  urls: {
    hashtag: ['tumblr.com/tagged/{word}', 'tumblr.com/{blog}/tagged/{word}', '{blog}.tumblr.com/tagged/{word}'],
    search: ['tumblr.com/search/{words}/**', '{blog}.tumblr.com/search/{words}', 'tumblr.com/{blog}/search/{words}'],
    community: ['tumblr.com/communities/{name}/**'],
    feed: ['tumblr.com/explore/{feed}'],
    likes: ['{blog}.tumblr.com/likes', 'tumblr.com/{blog}/likes', 'tumblr.com/liked/by/{blog}'],
  },
}
