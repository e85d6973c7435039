// URLs of things that Tumblr has and the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans blogs, and tags in a blog or on all of Tumblr.',
  home: 'tumblr.com',
  parts: { blog: '(?!www\\.)[a-z0-9-]{1,32}', view: 'blog/(?:view/)?', best: 'top', date: '\\d{4}|filter-by|tagged' },
  urls: {
    search: [
      'tumblr.com/search/{words}/**',
      '{blog}.tumblr.com/search/{words}',
      'tumblr.com/{blog}/search/{words}',
      'tumblr.com/{view}{blog}/search/{words}',
    ],
    community: ['tumblr.com/communities/{name}/**'],
    feed: ['tumblr.com/explore/{feed}'],
    archive: [
      '{blog}.tumblr.com/archive/{date}/**',
      'tumblr.com/{blog}/archive/{date}/**',
      'tumblr.com/{view}{blog}/archive/{date}/**',
    ],
    view: ['{blog}.tumblr.com?type={kind}', 'tumblr.com/tagged/{tag}?sort={best}'],
    likes: ['{blog}.tumblr.com/likes', 'tumblr.com/{blog}/likes', 'tumblr.com/liked/by/{blog}'],
  },
}
