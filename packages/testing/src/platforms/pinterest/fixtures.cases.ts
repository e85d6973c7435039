// Responses of Pinterest's API, and the fields that are in no post.

import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { mapAccount, mapPin } from '@central-api/service/platforms/pinterest/map-pin.ts'
import { buildAuthor } from '@central-api/service/post/build-post.ts'
import { platformFixtures } from '../suite/platform-fixture.ts'
import { COPY, LOOKS, NO_PLACE, OWNER, PAGING, PROGRAM } from '../suite/reasons-fixture.ts'

export const fixtures = platformFixtures(
  import.meta.url,
  'pinterest',
  [
    {
      files: ['account.json', 'pins.json'],
      map(account, response) {
        const profile = mapAccount(jsonObject(account), 'acme')
        const pins = jsonList(jsonObject(response).items)
        return { profile, posts: pins.map((pin) => mapPin(jsonObject(pin), buildAuthor(profile))) }
      },
    },
  ],
  {
    [PAGING]: ['bookmark'],
    [OWNER]: [
      'account_type',
      '*is_owner',
      '*is_standard',
      '*has_been_promoted',
      '*creative_type',
      '*board_id',
      '*board_owner.*',
    ],
    [NO_PLACE]: ['website_url', 'board_count', 'monthly_views', '*pin_click', '*clickthrough'],
    [LOOKS]: ['*dominant_color'],
    [COPY]: ['*images.*'],
    'Of the last 90 days only; the counts of a post are lifetime counts.': ['*pin_metrics.90d.*'],
    [PROGRAM]: ['*item_type'],
    'Of one image among several; a post has a single title and link.': ['*media.items[].title', '*media.items[].link'],
  },
)
