// Responses of Vimeo's API, and the fields that are in no post.

import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { mapShowcase, mapUser } from '@central-api/service/platforms/vimeo/map-user.ts'
import { isVisible, mapVideo } from '@central-api/service/platforms/vimeo/map-video.ts'
import { platformFixtures } from '../suite/platform-fixture.ts'
import { COPY, INSTEAD, NO_PLACE, OWNER, PAGING, PROGRAM } from '../suite/reasons-fixture.ts'

export const fixtures = platformFixtures(
  import.meta.url,
  'vimeo',
  [
    { files: ['user.json'], map: (response) => ({ profile: mapUser(response, 'user900001') }) },
    {
      files: ['showcase.json'],
      map: (response) => ({
        profile: mapShowcase(jsonObject(response), { id: 'collection showcase 4321', handle: 'showcase/4321' }),
      }),
    },
    {
      files: ['videos.json'],
      map: (response) => ({
        posts: jsonList(jsonObject(response).data)
          .filter((video) => isVisible(video, 'list'))
          .map(mapVideo),
      }),
    },
  ],
  {
    [PAGING]: ['total', 'page', 'per_page', 'paging.*'],
    [COPY]: [
      '*pictures.uri',
      '*pictures.active',
      '*pictures.type',
      '*pictures.sizes[].height',
      '*user.pictures.sizes[].width',
    ],
    [PROGRAM]: ['*connections.*.uri', '*connections.*.options[]', 'data[].tags[].uri', 'data[].type'],
    [INSTEAD]: [
      'showcase.json: uri',
      'showcase.json: link',
      'data[].created_time',
      'data[].tags[].tag',
      'data[].tags[].canonical',
    ],
    [OWNER]: ['showcase.json: sort', 'showcase.json: privacy.view', 'account', 'data[].privacy.*'],
    [NO_PLACE]: ['data[].license'],
  },
)
