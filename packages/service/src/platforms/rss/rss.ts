// Any site's feed: RSS, RDF, Atom or JSON Feed, by its URL or by the URL of a page that links to it.

import { lateFeedSource } from '../../feeds/feed-source.ts'
import { Type } from '../../parsing/type.ts'
import { platform } from '../../upstream/contract/platform.ts'
import { canonicalizeFeedHandle } from './canonicalize-feed-handle.ts'
import { KINDS } from './kinds.ts'

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
    posts: 'every item of the feed',
    media: 'items with images, videos or audio',
  },
  settings: Type.Object({}),
  canonicalize: canonicalizeFeedHandle,
  kinds: KINDS,
  sources: [lateFeedSource(() => import('./feed.ts'))],
})
