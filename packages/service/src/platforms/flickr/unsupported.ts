// URLs of Flickr that the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans users, albums, galleries, groups and tags of Flickr.',
  says: { album: 'Open the short link of the album, and copy the URL that it leads to.' },
  home: 'flickr.com',
  parts: {
    user: '(?!tags/)[\\w@-]{2,60}',
    lists: 'albums|sets|galleries|collections',
    id: '\\d{4,20}',
    lists_of: 'groups|contacts',
    some: 'popular|popular-\\w+|map|stats',
    group: '[^/]+',
    member: '(?!page\\d)[^/]+',
    order: '(?!date-posted-desc$).+',
    field: '.+',
  },
  urls: {
    album: ['flic.kr/s/{code}'],
    collection: ['flickr.com/photos/{user}/collections/{id}/**'],
    search: ['flickr.com/search?text={words}', 'flickr.com/search?q={words}'],
    feed: ['flickr.com/explore/**'],
    likes: ['flickr.com/photos/{user}/favorites/**'],
    lists: ['flickr.com/photos/{user}/{lists_of}', 'flickr.com/people/{user}/{lists_of}'],
    archive: ['flickr.com/photos/{user}/archives/{by}/**'],
    view: [
      'flickr.com/photos/{user}/{some}/**',
      'flickr.com/groups/{group}/pool/tags/{tag}',
      'flickr.com/groups/{group}/pool/{member}',
      'flickr.com/search?tags={field}&sort={order}',
      ...[
        'license',
        'min_upload_date',
        'max_upload_date',
        'min_taken_date',
        'max_taken_date',
        'media',
        'color_codes',
      ].map((name) => `flickr.com/search?tags={field}&${name}={value}`),
    ],
    albums: ['flickr.com/photos/{user}/{lists}'],
  },
}
