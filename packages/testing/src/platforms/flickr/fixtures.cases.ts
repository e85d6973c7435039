// Fixtures of Flickr's API, and reasons for fields that no post uses.

import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { mapPerson } from '@central-api/service/platforms/flickr/map-person.ts'
import { fieldsOfSizes, mapPhoto } from '@central-api/service/platforms/flickr/map-photo.ts'
import { mapGroup, mapSet } from '@central-api/service/platforms/flickr/map-place.ts'
import { platformFixtures } from '../suite/platform-fixture.ts'
import { COPY, INSTEAD, NO_PLACE, OWNER, PAGING, PROGRAM, READER, STATE } from '../suite/reasons-fixture.ts'

const ALBUM = { id: 'collection album 72177720300000001', handle: '900001@N01/album/72177720300000001' }
const GALLERY = { id: 'collection gallery 72157720300000001', handle: '900001@N01/gallery/72157720300000001' }
const GROUP = { id: 'community 800001@N20', handle: 'groups/800001@N20' }

export const fixtures = platformFixtures(
  import.meta.url,
  'flickr',
  [
    { files: ['person.json'], map: (response) => ({ profile: mapPerson(response, '900001@N01') }) },
    {
      files: ['album.json'],
      map: (response) => ({ profile: mapSet(jsonObject(jsonObject(response).photoset), ALBUM, 'albums') }),
    },
    {
      files: ['gallery.json', 'gallery-photos.json'],
      map: (gallery, photos) => ({
        profile: mapSet(jsonObject(jsonObject(gallery).gallery), GALLERY, 'galleries'),
        posts: jsonList(jsonObject(jsonObject(photos).photos).photo).map(mapPhoto),
      }),
    },
    { files: ['group.json'], map: (response) => ({ profile: mapGroup(response, GROUP) }) },
    {
      files: ['photos.json'],
      map: (response) => ({ posts: jsonList(jsonObject(jsonObject(response).photos).photo).map(mapPhoto) }),
    },
    {
      files: ['photo.json', 'sizes.json'],
      map: (photo, sizes) => ({
        posts: [mapPhoto({ ...jsonObject(jsonObject(photo).photo), ...fieldsOfSizes(sizes) })],
      }),
    },
  ],
  {
    [STATE]: ['stat'],
    [PAGING]: ['photos.page', 'photos.pages', 'photos.perpage', 'photos.total'],
    [INSTEAD]: [
      'gallery.id',
      'gallery.gallery_id',
      'gallery.url',
      'gallery.count_photos',
      'gallery.count_videos',
      '*photo[].is_primary',
      'gallery-photos.json: photos.photo[].media',
      'gallery-photos.json: photos.photo[].media_status',
      '*photo[].has_comment',
      'photoset.id',
      'photoset.photos',
      'photoset.videos',
      'group.id',
      'person.id',
      'person.username._content',
      'person.profileurl._content',
      'photo.owner.username',
      'photo.dates.posted',
      'photo.tags.tag[]._content',
      'photo.urls.url[].*',
      'photo.media',
      'sizes.size[].media',
    ],
    [OWNER]: [
      'photoset.sorting_option_id',
      'photoset.needs_interstitial',
      'group.privacy._content',
      'group.ispoolmoderated',
      'person.ispro',
      '*ispublic',
      '*isfriend',
      '*isfamily',
      'photo.safety_level',
      'photo.rotation',
      'sizes.can*',
    ],
    [READER]: ['photo.isfavorite', 'photoset.can_comment', 'photoset.visibility_can_see_set'],
    'What the owner of the gallery says of the photo, not its author.': ['*photo[].comment._content'],
    [NO_PLACE]: [
      'gallery.count_views',
      'gallery.count_comments',
      'gallery.date_update',
      'photoset.count_views',
      'photoset.count_comments',
      'photoset.date_update',
      'group.rules._content',
      'group.topic_count._content',
      'group.lang',
      'group.datecreate._content',
      'person.photos.first*',
      '*license',
      '*taken*',
      '*datetaken*',
    ],
    'Changes with views, tags and settings, so it is not the time of an edit.': ['*lastupdate'],
    [PROGRAM]: ['*secret', '*server', '*farm', 'photo.tags.tag[].id', 'photo.tags.tag[].author*', 'sizes.size[].url'],
    [COPY]: ['*height_q', '*width_q'],
  },
)
