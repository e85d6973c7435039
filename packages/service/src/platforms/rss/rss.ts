// Any site's feed: RSS, RDF, Atom or JSON Feed, by its own address or by that of a page that links it.

import { lateFeedSource } from '../../feeds/feed-source.ts'
import { Type } from '../../parsing/type.ts'
import { platform } from '../../upstream/contract/platform.ts'
import { canonicalizeFeedHandle } from './canonicalize-feed-handle.ts'

export const rss = platform({
  id: 'rss',
  name: 'Feeds (RSS, Atom, JSON Feed)',
  handles: [
    'https://blog.example/feed.xml',
    'blog.example/feed.xml',
    'feed://blog.example/feed.xml',
    'pcast://blog.example/feed.xml',
  ],
  variants: {
    posts: 'everything that the feed holds',
    media: 'items with pictures, videos or recordings',
  },
  settings: Type.Object({}),
  canonicalize: canonicalizeFeedHandle,
  sources: [lateFeedSource(() => import('./feed.ts'))],
})
