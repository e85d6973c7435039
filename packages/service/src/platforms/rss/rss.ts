// Any site's feed: RSS, RDF, Atom or JSON Feed, by its own address or by that of a page that links it.

import { Type } from 'typebox'
import { findFeed } from '../feeds/find-feed.ts'
import { pageFeed } from '../feeds/page-feed.ts'
import { documentOf, readDocument } from '../feeds/read-document.ts'
import { platform } from '../platform.ts'
import { canonicalizeFeedHandle } from './canonicalize-feed-handle.ts'

export const rss = platform({
  id: 'rss',
  name: 'Feeds (RSS, Atom, JSON Feed)',
  provenance: 'feed',
  handles: ['https://blog.example/feed.xml', 'blog.example/feed.xml', 'feed://blog.example/feed.xml'],
  variants: {
    posts: 'everything that the feed holds',
    media: 'items with pictures, videos or recordings',
  },
  settings: Type.Object({}),
  canonicalize: canonicalizeFeedHandle,
  async page({ http, memo, handle, variant, after, limit }) {
    const first = await memo(`feed ${handle}`, async () => documentOf(await findFeed(http, handle), handle))
    return pageFeed({
      first,
      read: (url) => memo(`feed document ${url}`, () => readDocument(http, url, handle)),
      after,
      limit,
      ...(variant === 'media' && { wants: ({ media }) => media.length > 0 }),
    })
  },
})
