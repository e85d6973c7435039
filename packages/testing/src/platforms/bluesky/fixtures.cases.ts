// Fixtures of Bluesky's AppView, and reasons for fields that no post uses.

import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { mapFeedItem } from '@central-api/service/platforms/bluesky/map-post.ts'
import { mapProfile } from '@central-api/service/platforms/bluesky/map-profile.ts'
import { platformFixtures } from '../suite/platform-fixture.ts'
import { INSTEAD, NO_PLACE, OTHERS, OWNER, PAGING, PROGRAM } from '../suite/reasons-fixture.ts'

const PINNED = 'at://did:plc:gardengardengardengarden/app.bsky.feed.post/3kgallery'

export const fixtures = platformFixtures(
  import.meta.url,
  'bluesky',
  [
    { files: ['profile.json'], map: (response) => ({ profile: mapProfile(response, 'garden.bsky.social') }) },
    {
      files: ['feed.json'],
      map: (response) => ({ posts: jsonList(jsonObject(response).feed).map((item) => mapFeedItem(item, PINNED)) }),
    },
  ],
  {
    [PAGING]: ['cursor'],
    [PROGRAM]: ['*.cid', '*.$type', 'indexedAt', '*labels[].src', '*labels[].uri', '*labels[].cts', '*.via.uri'],
    [OWNER]: ['associated.*', '*author.associated.*', 'joinedViaStarterPack.*', '*threadgate.*', 'labels[].val'],
    [NO_PLACE]: ['pronouns', 'website', '*bookmarkCount', '*quoteCount', '*embed.presentation'],
    [INSTEAD]: [
      'verification.*',
      'pinnedPost.uri',
      'feed[].post.record.embed.*',
      'feed[].post.record.labels.*',
      'feed[].post.labels[].val',
      'feed[].post.record.reply.parent.uri',
    ],
    [OTHERS]: [
      '*author.createdAt',
      '*by.createdAt',
      '*reply.root.*',
      '*reply.parent.*',
      '*reply.grandparentAuthor.*',
      '*embed.record.*',
    ],
  },
)
