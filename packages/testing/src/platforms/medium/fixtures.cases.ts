// The feeds of a user and of a publication, and what of it is in no post.

import { adaptProfile, adaptStory } from '@central-api/service/platforms/medium/adapt-story.ts'
import { mapFeedText } from '../../feeds/feed-fixture.ts'
import { platformFixtures } from '../suite/platform-fixture.ts'
import { COPY, INSTEAD, OWNER } from '../suite/reasons-fixture.ts'

export const fixtures = platformFixtures(
  import.meta.url,
  'medium',
  [
    {
      files: ['feed.xml'],
      map: mapFeedText({
        url: 'https://medium.com/feed/@inespaz',
        handle: '@inespaz',
        profile: adaptProfile,
        adapt: adaptStory,
      }),
    },
    {
      files: ['publication.xml'],
      map: mapFeedText({
        url: 'https://medium.com/feed/cartolab',
        handle: 'medium.com/cartolab',
        profile: adaptProfile,
        adapt: adaptStory,
      }),
    },
  ],
  {
    [OWNER]: ['rss@version', '*generator', '*lastBuildDate', '*atom:link@*', '*webMaster'],
    'A sentence of Medium’s own, the same for everybody.': ['feed.xml: rss/channel/description'],
    [COPY]: ['*channel/image/*'],
    [INSTEAD]: ['*guid@isPermaLink'],
  },
)
