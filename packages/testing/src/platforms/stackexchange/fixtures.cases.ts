// Fixtures of Stack Exchange's API, and reasons for fields that no post uses.

import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { mapPost } from '@central-api/service/platforms/stackexchange/map-question.ts'
import { mapUser } from '@central-api/service/platforms/stackexchange/map-user.ts'
import { platformFixtures } from '../suite/platform-fixture.ts'
import { NO_PLACE, PAGING, PROGRAM } from '../suite/reasons-fixture.ts'

const SITE = 'cooking.stackexchange.com'
const itemsIn = (response: unknown) => jsonList(jsonObject(response).items)

export const fixtures = platformFixtures(
  import.meta.url,
  'stackexchange',
  [
    {
      files: ['user.json'],
      map: (response) => ({ profile: mapUser(jsonObject(itemsIn(response)[0]), `${SITE}/users/4711`) }),
    },
    ...['questions.json', 'answers.json'].map((file) => ({
      files: [file] as const,
      map: (response: unknown) => ({ posts: itemsIn(response).map((item) => mapPost(item, SITE)) }),
    })),
  ],
  {
    [PAGING]: ['has_more'],
    'About the limits of the API.': ['backoff', 'quota_max', 'quota_remaining'],
    [PROGRAM]: ['*account_id', '*user_type', 'user.json: items[].user_id'],
    [NO_PLACE]: [
      ...[
        '*reputation*',
        '*accept_rate',
        '*badge_counts.*',
        '*is_employee',
        '*last_modified_date',
        '*last_access_date',
      ],
      ...['*location', '*website_url', '*is_answered', '*is_accepted', '*accepted_answer_id', '*closed_*'],
      ...['*protected_date', '*last_activity_date', '*content_license'],
    ],
  },
)
