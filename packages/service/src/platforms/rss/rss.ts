// Any site's feed: RSS, RDF, Atom or JSON Feed, by its URL or by the URL of a page that links to it.

import { lateFeedSource } from '../../feeds/feed-source.ts'
import { Type } from '../../parsing/type.ts'
import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { canonicalizeFeedHandle } from './canonicalize-feed-handle.ts'
import { KINDS, kindOf } from './kinds.ts'

const read = late(() => import('./read-opml.ts'))

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
  kindOf,
  sources: [
    lateFeedSource(() => import('./feed.ts'), { kinds: ['account'] }),
    source<unknown, undefined>({
      id: 'opml',
      provenance: 'feed',
      kinds: ['list'],
      account: read('readList'),
      posts: read('readListPosts'),
    }),
  ],
  refuses:
    'The normalized form has no place for the season, the number and the type of an episode of a podcast. An episode is a post with its title, notes, picture and audio file, newest first.',
})
