// Feeds of every format, and the fields that are in no post.

import { mapFeedText } from '../../feeds/feed-fixture.ts'
import { platformFixtures } from '../suite/platform-fixture.ts'
import { COPY, FILE, INSTEAD, NO_PLACE, OWNER, PAGING, PROGRAM } from '../suite/reasons-fixture.ts'

const map = mapFeedText({ url: 'https://blog.example/feed', handle: 'https://blog.example/feed' })

export const fixtures = platformFixtures(
  import.meta.url,
  'rss',
  [
    { files: ['rss.xml'], map },
    { files: ['atom.xml'], map },
    { files: ['feed.json'], map },
  ],
  {
    [PAGING]: ['next_url'],
    [INSTEAD]: [
      '*guid@isPermaLink',
      '*item/author',
      '*media:content@type',
      '*media:content@medium',
      '*enclosure@type',
      'feed/entry/link@type',
      '*mime_type',
      'feed/author/*',
      '*category@term',
      'authors[].*',
      'language',
      'items[].content_text',
      '*updated',
      '*link@thr:count',
    ],
    [OWNER]: [
      'rss@version',
      '*atom:link@*',
      '*copyright',
      '*managingEditor',
      '*webMaster',
      '*channel/pubDate',
      '*lastBuildDate',
      '*generator*',
      '*docs',
      '*ttl',
      '*sy:updatePeriod',
      '*channel/itunes:explicit',
      'feed_url',
      'user_comment',
      'expired',
      'hubs[].*',
    ],
    [NO_PLACE]: [
      '*channel/category',
      '*item/comments',
      '*item/source*',
      '*itunes:season',
      '*itunes:episode',
      '*itunes:episodeType',
      '*rights',
      '*contributor/name',
      '*author/email',
    ],
    [PROGRAM]: ['*category@domain', '*category@scheme', 'feed/link@type'],
    [COPY]: ['*channel/image/*', 'favicon'],
    [FILE]: ['*fileSize', '*bitrate', '*@length', '*size_in_bytes'],
  },
)
