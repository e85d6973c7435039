// URLs of things that Tumblr has and the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans blogs, and tags in a blog or on all of Tumblr.',
  home: 'tumblr.com',
  parts: { blog: '(?!www\\.)[a-z0-9-]{1,32}' },
  urls: {
    search: ['tumblr.com/search/{words}/**', '{blog}.tumblr.com/search/{words}', 'tumblr.com/{blog}/search/{words}'],
    community: ['tumblr.com/communities/{name}/**'],
    feed: ['tumblr.com/explore/{feed}'],
    likes: ['{blog}.tumblr.com/likes', 'tumblr.com/{blog}/likes', 'tumblr.com/liked/by/{blog}'],
  },
}
