// Fixtures of Bluesky's AppView, and reasons for fields that no post uses.

import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { mapFeed, mapList, mapPack } from '@central-api/service/platforms/bluesky/map-place.ts'
import { mapFeedItem } from '@central-api/service/platforms/bluesky/map-post.ts'
import { mapProfile } from '@central-api/service/platforms/bluesky/map-profile.ts'
import { platformFixtures } from '../suite/platform-fixture.ts'
import { INSTEAD, NO_PLACE, OTHERS, OWNER, PAGING, PROGRAM } from '../suite/reasons-fixture.ts'

const DID = 'did:plc:gardengardengardengarden'
const NAMED = { handle: `${DID}/feed/key`, id: `feed ${DID}/feed/key`, did: DID, key: 'key' }
const PINNED = 'at://did:plc:gardengardengardengarden/app.bsky.feed.post/3kgallery'

export const fixtures = platformFixtures(
  import.meta.url,
  'bluesky',
  [
    { files: ['profile.json'], map: (response) => ({ profile: mapProfile(response, 'garden.bsky.social') }) },
    {
      files: ['feed-generator.json'],
      map: (response) => ({ profile: mapFeed(jsonObject(response).view, NAMED) }),
    },
    { files: ['list.json'], map: (response) => ({ profile: mapList(jsonObject(response).list, NAMED) }) },
    {
      files: ['starter-pack.json'],
      map: (response) => ({ profile: mapPack(jsonObject(response).starterPack, NAMED) }),
    },
    {
      files: ['feed.json'],
      map: (response) => ({ posts: jsonList(jsonObject(response).feed).map((item) => mapFeedItem(item, PINNED)) }),
    },
  ],
  {
    [PAGING]: ['cursor'],
    [PROGRAM]: [
      ...[
        'view.uri',
        'view.did',
        '*.creator.indexedAt',
        'view.indexedAt',
        'isOnline',
        'isValid',
        'list.uri',
        'list.purpose',
      ],
      ...[
        'list.indexedAt',
        'starterPack.uri',
        'starterPack.record.list',
        'starterPack.list.*',
        'starterPack.indexedAt',
      ],
      '*.cid',
      '*.$type',
      'indexedAt',
      '*labels[].src',
      '*labels[].uri',
      '*labels[].cts',
      '*.via.uri',
    ],
    [OWNER]: ['associated.*', '*author.associated.*', 'joinedViaStarterPack.*', '*threadgate.*', 'labels[].val'],
    'Likes of a feed, and people who joined through a pack, are no followers.': [
      'view.likeCount',
      '*.joinedWeekCount',
      '*.joinedAllTimeCount',
    ],
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
      ...['*.creator.createdAt', '*.creator.description', 'items[].*', 'starterPack.record.feeds[].*'],
      'starterPack.listItemsSample[].*',
      '*author.createdAt',
      '*by.createdAt',
      '*reply.root.*',
      '*reply.parent.*',
      '*reply.grandparentAuthor.*',
      '*embed.record.*',
    ],
  },
)
