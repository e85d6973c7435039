// Fixtures of a user's and a publication's feed, and reasons for fields that no post uses.

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
    'A sentence by Medium that is the same for all users.': ['feed.xml: rss/channel/description'],
    [COPY]: ['*channel/image/*'],
    [INSTEAD]: ['*guid@isPermaLink'],
  },
)
