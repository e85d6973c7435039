// Responses of the Threads API, and the fields that are in no post.

import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { authorOf, mapPost } from '@central-api/service/platforms/threads/map-post.ts'
import { mapProfile } from '@central-api/service/platforms/threads/map-profile.ts'
import { platformFixtures } from '../suite/platform-fixture.ts'
import { INSTEAD, OWNER, PAGING, PROGRAM } from '../suite/reasons-fixture.ts'

const NOW = Date.parse('2026-10-02T12:00:00Z')

export const fixtures = platformFixtures(
  import.meta.url,
  'threads',
  [
    {
      files: ['profile.json', 'profile-posts.json'],
      map(response, posts) {
        const profile = mapProfile(jsonObject(response), 'acme')
        const author = authorOf(profile)
        return {
          profile,
          posts: jsonList(jsonObject(posts).data).map((post) => mapPost(jsonObject(post), NOW, author)),
        }
      },
    },
    {
      files: ['answers.json'],
      map: (response) => ({ posts: jsonList(jsonObject(response).data).map((post) => mapPost(jsonObject(post), NOW)) }),
    },
  ],
  {
    [PAGING]: ['paging.*'],
    [INSTEAD]: [
      'username',
      '*.username',
      '*media_type',
      '*media_url',
      '*is_quote_post',
      '*is_verified',
      'answers.json: *.shortcode',
      '*is_reply',
    ],
    'Of the last seven days only; the counts of a profile are lifetime counts.': [
      'likes_count',
      'quotes_count',
      'reposts_count',
      'views_count',
    ],
    [PROGRAM]: ['*media_product_type', '*children.data[].id'],
    [OWNER]: ['*reply_audience'],
    'Whether there are replies, not how many.': ['*has_replies'],
  },
)
