// Fixtures of DEV's API, and reasons for fields that no post uses.

import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { mapAccount, mapArticle } from '@central-api/service/platforms/devto/map-article.ts'
import { platformFixtures } from '../suite/platform-fixture.ts'
import { COPY, INSTEAD, LOOKS, NO_PLACE, PROGRAM } from '../suite/reasons-fixture.ts'

export const fixtures = platformFixtures(
  import.meta.url,
  'devto',
  [
    { files: ['user.json'], map: (response) => ({ profile: mapAccount(jsonObject(response)) }) },
    { files: ['organization.json'], map: (response) => ({ profile: mapAccount(jsonObject(response)) }) },
    {
      files: ['articles.json'],
      map: (response) => ({ posts: jsonList(response).map((article) => mapArticle(jsonObject(article))) }),
    },
    { files: ['article.json'], map: (response) => ({ posts: [mapArticle(jsonObject(response))] }) },
  ],
  {
    [PROGRAM]: ['*type_of', '*collection_id', '*subforem_id'],
    [INSTEAD]: [
      '*readable_publish_date',
      '*slug',
      '*path',
      '*published_timestamp',
      '*positive_reactions_count',
      '[].tags',
      'article.json: tag_list',
      '*created_at',
      'article.json: body_markdown',
    ],
    [NO_PLACE]: [
      '*github_username',
      '*website_url',
      'organization.json: url',
      'tag_line',
      '*canonical_url',
      '*crossposted_at',
      '*last_comment_at',
      '*reading_time_minutes',
      '*organization.*',
    ],
    [COPY]: ['*social_image', '*profile_image_90'],
    [LOOKS]: ['*flare_tag.*'],
  },
)
