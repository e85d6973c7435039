// Responses of Helix, and the fields that are in no post.

import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { mapClip, mapGame, mapUser, mapVideo } from '@central-api/service/platforms/twitch/map-video.ts'
import { platformFixtures } from '../suite/platform-fixture.ts'
import { INSTEAD, NO_PLACE, OWNER, PAGING, PROGRAM } from '../suite/reasons-fixture.ts'

const dataOf = (response: unknown) => jsonList(jsonObject(response).data).map(jsonObject)

export const fixtures = platformFixtures(
  import.meta.url,
  'twitch',
  [
    { files: ['users.json'], map: (response) => ({ profile: mapUser(jsonObject(dataOf(response)[0])) }) },
    { files: ['games.json'], map: (response) => ({ profile: mapGame(jsonObject(dataOf(response)[0])) }) },
    { files: ['videos.json'], map: (response) => ({ posts: dataOf(response).map(mapVideo) }) },
    { files: ['clips.json'], map: (response) => ({ posts: dataOf(response).map(mapClip) }) },
  ],
  {
    [PAGING]: ['pagination.cursor'],
    'Always 0 since 2022.': ['users.json: data[].view_count'],
    [PROGRAM]: ['*stream_id', '*broadcaster_id', '*broadcaster_name', '*game_id', '*igdb_id'],
    [INSTEAD]: ['*created_at', '*embed_url'],
    [OWNER]: ['*viewable', '*type', '*is_featured'],
    [NO_PLACE]: ['*box_art_url', '*muted_segments[].*'],
  },
)
