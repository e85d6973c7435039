// Responses of X's API, and the fields that are in no post.

import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { mapPost, readIncludes } from '@central-api/service/platforms/x/map-post.ts'
import { mapList, mapUser } from '@central-api/service/platforms/x/map-user.ts'
import { buildAuthor } from '@central-api/service/post/build-post.ts'
import { platformFixtures } from '../suite/platform-fixture.ts'
import {
  COPY,
  INSTEAD,
  NO_PLACE,
  OTHERS,
  OWNER,
  PAGING,
  PLACE_IN_TEXT,
  PROGRAM,
  STATE,
} from '../suite/reasons-fixture.ts'

const PINNED = '1972233445566778500'

export const fixtures = platformFixtures(
  import.meta.url,
  'x',
  [
    {
      files: ['user.json', 'timeline.json'],
      map(user, response) {
        const profile = mapUser(jsonObject(jsonObject(user).data))
        const { data, includes } = jsonObject(response)
        const owner = profile && { author: buildAuthor(profile), pinnedId: PINNED }
        const posts = jsonList(data).map((post) =>
          mapPost(jsonObject(post), readIncludes(includes), owner ?? undefined),
        )
        return { profile, posts }
      },
    },
    {
      files: ['list.json'],
      map(response) {
        const { data, includes } = jsonObject(response)
        const named = { id: 'list 1001', handle: 'list/1001' }
        return { profile: mapList(jsonObject(data), readIncludes(includes).users, named) }
      },
    },
    {
      files: ['search.json'],
      map(response) {
        const { data, includes } = jsonObject(response)
        return { posts: jsonList(data).map((post) => mapPost(jsonObject(post), readIncludes(includes))) }
      },
    },
    {
      files: ['quotes.json'],
      map(response) {
        const { data, includes } = jsonObject(response)
        return { posts: jsonList(data).map((post) => mapPost(jsonObject(post), readIncludes(includes))) }
      },
    },
  ],
  {
    [PAGING]: ['meta.*'],
    [STATE]: ['errors[].*'],
    [PLACE_IN_TEXT]: ['*.start', '*.end'],
    [INSTEAD]: [
      'search.json: data[].entities.urls[].expanded_url',
      'search.json: data[].in_reply_to_user_id',
      'list.json: data.id',
      '*display_url',
      '*entities.url.urls[].*',
      '*data.url',
      '*hashtags[].tag',
      '*entities.mentions[].id',
      '*media_key',
      '*conversation_id',
      '*verified_type',
    ],
    [NO_PLACE]: [
      '*location',
      '*listed_count',
      '*public_metrics.like_count',
      '*media_count',
      '*bookmark_count',
      '*duration_minutes',
    ],
    [OWNER]: ['list.json: data.private', '*protected'],
    'The id of the pinned post, which sets that post’s flag.': ['*pinned_tweet_id'],
    'Ids of earlier versions, without their times.': ['*edit_history_tweet_ids[]'],
    [PROGRAM]: ['*urls[].status', '*options[].position'],
    [COPY]: ['*images[].width', '*images[].height'],
    [OTHERS]: ['includes.users[].verified', 'includes.tweets[].*'],
  },
)
