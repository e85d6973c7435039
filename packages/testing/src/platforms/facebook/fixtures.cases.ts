// Fixtures of the Graph API for Pages, and reasons for fields that no post uses.

import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { mapPage } from '@central-api/service/platforms/facebook/map-page.ts'
import { mapPost } from '@central-api/service/platforms/facebook/map-post.ts'
import { mapAlbum, mapPhoto, mapVideo } from '@central-api/service/platforms/facebook/map-upload.ts'
import { platformFixtures } from '../suite/platform-fixture.ts'
import { COPY, INSTEAD, LOOKS, NO_PLACE, PAGING, PROGRAM } from '../suite/reasons-fixture.ts'

const ALBUM = { id: 'collection album 5550000001', handle: 'album/5550000001' }
const itemsOf = (response: unknown) => jsonList(jsonObject(response).data).map(jsonObject)

export const fixtures = platformFixtures(
  import.meta.url,
  'facebook',
  [
    { files: ['page.json'], map: (response) => ({ profile: mapPage(jsonObject(response), '1000001') }) },
    { files: ['posts.json'], map: (response) => ({ posts: itemsOf(response).map((post) => mapPost(post)) }) },
    { files: ['post.json'], map: (response) => ({ posts: [mapPost(jsonObject(response))] }) },
    { files: ['album.json'], map: (response) => ({ profile: mapAlbum(jsonObject(response), ALBUM) }) },
    { files: ['photos.json'], map: (response) => ({ posts: itemsOf(response).map(mapPhoto) }) },
    { files: ['videos.json'], map: (response) => ({ posts: itemsOf(response).map(mapVideo) }) },
  ],
  {
    [PAGING]: ['paging.*'],
    [INSTEAD]: [
      'page.json: id',
      'album.json: id',
      'videos.json: data[].picture',
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
    [COPY]: ['picture.data.height', 'picture.data.width', 'cover_photo.images[].height', 'cover_photo.images[].width'],
    [LOOKS]: ['cover.*'],
    [PROGRAM]: [
      'cover_photo.id',
      'videos.json: data[].format[].filter',
      '*target.id',
      'data[].status_type',
      '*subattachments.data[].type',
      '*subattachments.data[].url',
    ],
    'Changes with comments and likes, so it is not the time of an edit.': ['data[].updated_time'],
  },
)
