// Fixtures of Business Discovery, and reasons for fields that no post uses.

import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { authorOf, mapAccount } from '@central-api/service/platforms/instagram/map-account.ts'
import { mapMedia } from '@central-api/service/platforms/instagram/map-media.ts'
import { platformFixtures } from '../suite/platform-fixture.ts'
import { INSTEAD, NO_PLACE, PAGING, PROGRAM } from '../suite/reasons-fixture.ts'

export const fixtures = platformFixtures(
  import.meta.url,
  'instagram',
  [
    {
      files: ['business-discovery.json'],
      map(response) {
        const found = jsonObject(jsonObject(response).business_discovery)
        const profile = mapAccount(found, 'acme.bakery')
        const posts = jsonList(jsonObject(found.media).data)
        return { profile, posts: posts.map((media) => mapMedia(jsonObject(media), authorOf(profile))) }
      },
    },
  ],
  {
    [PAGING]: ['*paging.cursors.*'],
    [PROGRAM]: ['id', '*children.data[].id'],
    [INSTEAD]: ['business_discovery.username', '*media_product_type', '*data[].username'],
    [NO_PLACE]: ['business_discovery.website', '*is_shared_to_feed'],
  },
)
