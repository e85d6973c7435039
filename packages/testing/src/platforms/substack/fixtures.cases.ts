// The feed of a publication, and the fields that are in no post.

import { adaptPost, isControl } from '@central-api/service/platforms/substack/adapt-post.ts'
import { mapFeedText } from '../../feeds/feed-fixture.ts'
import { platformFixtures } from '../suite/platform-fixture.ts'
import { COPY, FILE, INSTEAD, OWNER } from '../suite/reasons-fixture.ts'

export const fixtures = platformFixtures(
  import.meta.url,
  'substack',
  [
    {
      files: ['feed.xml'],
      map: mapFeedText({
        url: 'https://www.tidetables.example/feed',
        handle: 'tides.substack.com',
        skips: isControl,
        adapt: adaptPost,
      }),
    },
  ],
  {
    [OWNER]: [
      'rss@version',
      '*generator',
      '*lastBuildDate',
      '*atom:link@*',
      '*copyright',
      '*webMaster',
      '*itunes:owner/*',
      '*channel/itunes:author',
    ],
    [COPY]: ['*channel/image/*'],
    [INSTEAD]: ['*guid@isPermaLink'],
    [FILE]: ['*enclosure@length'],
  },
)
