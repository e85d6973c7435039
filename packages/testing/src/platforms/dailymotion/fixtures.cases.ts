// Fixtures of Dailymotion's API, and reasons for fields that no post uses.

import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { isPublic, mapPlaylist, mapUser, mapVideo } from '@central-api/service/platforms/dailymotion/map-video.ts'
import { platformFixtures } from '../suite/platform-fixture.ts'
import { COPY, INSTEAD, NO_PLACE, OWNER, PAGING } from '../suite/reasons-fixture.ts'

export const fixtures = platformFixtures(
  import.meta.url,
  'dailymotion',
  [
    { files: ['user.json'], map: (response) => ({ profile: mapUser(response, 'x1zzzz') }) },
    {
      files: ['playlist.json'],
      map: (response) => ({
        profile: mapPlaylist(jsonObject(response), { id: 'collection x5abcd', handle: 'playlist/x5abcd' }),
      }),
    },
    {
      files: ['videos.json'],
      map: (response) => ({ posts: jsonList(jsonObject(response).list).filter(isPublic).map(mapVideo) }),
    },
  ],
  {
    [PAGING]: ['page', 'limit', 'total', 'has_more', 'videos.json: explicit'],
    [NO_PLACE]: ['views_total', 'country', 'language'],
    [OWNER]: ['status'],
    [INSTEAD]: ['playlist.json: id'],
    'The URL of a player that Dailymotion switched off; the current one is used instead.': ['list[].embed_url'],
    [COPY]: ['list[].thumbnail_480_url', 'list[].aspect_ratio'],
    'A live stream is a video without a length.': ['list[].mode', 'list[].onair'],
  },
)
