// Responses of both of TikTok's APIs, and the fields that are in no post.

import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { authorNamed, mapUser } from '@central-api/service/platforms/tiktok/map-user.ts'
import { mapVideo } from '@central-api/service/platforms/tiktok/map-video.ts'
import { buildAuthor } from '@central-api/service/post/build-post.ts'
import { platformFixtures } from '../suite/platform-fixture.ts'
import { INSTEAD, NO_PLACE, PAGING, PROGRAM, STATE } from '../suite/reasons-fixture.ts'

export const fixtures = platformFixtures(
  import.meta.url,
  'tiktok',
  [
    {
      files: ['user.json', 'videos.json'],
      map(user, response) {
        const profile = mapUser(jsonObject(jsonObject(jsonObject(user).data).user), 'acme')
        const videos = jsonList(jsonObject(jsonObject(response).data).videos)
        return { profile, posts: videos.map((video) => mapVideo(jsonObject(video), buildAuthor(profile))) }
      },
    },
    {
      files: ['research-videos.json'],
      map: (response) => ({
        posts: jsonList(jsonObject(jsonObject(response).data).videos)
          .map(jsonObject)
          // `dataOf` reads ids beyond JavaScript's exact integers as strings before the mapping.
          .map((video) => mapVideo({ ...video, id: String(video.id) }, authorNamed('acme'))),
      }),
    },
  ],
  {
    [STATE]: ['error.*'],
    [PAGING]: ['data.cursor', 'data.has_more', 'data.search_id'],
    [PROGRAM]: ['data.user.union_id', '*music_id'],
    [INSTEAD]: ['data.user.profile_deep_link', '*embed_html', '*embed_link', '*.username'],
    [NO_PLACE]: ['data.user.likes_count', '*is_aigc', '*region_code'],
  },
)
