// Fixtures of Hacker News's API and of its search, and reasons for fields that no post uses.

import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { mapHit, mapItem } from '@central-api/service/platforms/hackernews/map-item.ts'
import { mapUser } from '@central-api/service/platforms/hackernews/map-user.ts'
import { platformFixtures } from '../suite/platform-fixture.ts'
import { COPY, INSTEAD, NO_PLACE, OTHERS, PAGING, PROGRAM, STATE } from '../suite/reasons-fixture.ts'

export const fixtures = platformFixtures(
  import.meta.url,
  'hackernews',
  [
    { files: ['user.json'], map: (response) => ({ profile: mapUser(jsonObject(response), 'nia') }) },
    {
      files: ['hits.json'],
      map: (response) => ({ posts: jsonList(jsonObject(response).hits).map((hit) => mapHit(jsonObject(hit))) }),
    },
    { files: ['items.json'], map: (response) => ({ posts: jsonList(response).map(mapItem) }) },
  ],
  {
    [PAGING]: ['hitsPerPage', 'nbHits', 'nbPages', 'page'],
    [STATE]: ['exhaustive*', 'params', 'processing*', 'serverTimeMS'],
    [PROGRAM]: ['*_tags[]', 'hits[].updated_at', '[].type'],
    [COPY]: ['*_highlightResult.*'],
    [INSTEAD]: ['hits[].created_at', 'user.json: id'],
    [NO_PLACE]: ['karma', 'delay', 'submitted[]', '[].parts[]'],
    [OTHERS]: ['hits[].story_id', 'hits[].story_title', 'hits[].story_url', 'hits[].children[]', '[].kids[]'],
  },
)
