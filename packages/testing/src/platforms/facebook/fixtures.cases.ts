// Fixtures of the Graph API for Pages, and reasons for fields that no post uses.

import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { mapPage } from '@central-api/service/platforms/facebook/map-page.ts'
import { mapPost } from '@central-api/service/platforms/facebook/map-post.ts'
import { platformFixtures } from '../suite/platform-fixture.ts'
import { COPY, INSTEAD, LOOKS, NO_PLACE, PAGING, PROGRAM } from '../suite/reasons-fixture.ts'

export const fixtures = platformFixtures(
  import.meta.url,
  'facebook',
  [
    { files: ['page.json'], map: (response) => ({ profile: mapPage(jsonObject(response), '1000001') }) },
    {
      files: ['posts.json'],
      map: (response) => ({ posts: jsonList(jsonObject(response).data).map((post) => mapPost(jsonObject(post))) }),
    },
    { files: ['post.json'], map: (response) => ({ posts: [mapPost(jsonObject(response))] }) },
  ],
  {
    [PAGING]: ['paging.*'],
    [INSTEAD]: [
      'page.json: id',
      'bio',
      'description',
      'fan_count',
      'verification_status',
      'is_verified',
      'data[].story',
      'data[].full_picture',
      '*attachments.data[].type',
      '*attachments.data[].url',
    ],
    [NO_PLACE]: ['category', 'website'],
    [COPY]: ['picture.data.height', 'picture.data.width'],
    [LOOKS]: ['cover.*'],
    [PROGRAM]: ['*target.id', 'data[].status_type', '*subattachments.data[].type', '*subattachments.data[].url'],
    'Changes with comments and likes, so it is not the time of an edit.': ['data[].updated_time'],
  },
)
