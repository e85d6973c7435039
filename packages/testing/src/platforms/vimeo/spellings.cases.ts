// Spellings of Vimeo handles as people paste them, and texts that only look like them.

export const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  tidefilms: [
    'https://vimeo.com/@tidefilms',
    'https://vimeo.com/tidefilms/videos/rss',
    'https://vimeo.com/tidefilms/videos/sort:date',
    'https://vimeo.com/tidefilms/videos/page:2/sort:date',
    '//vimeo.com/tidefilms',
    'https://vimeo.com/tidefilms?share=copy',
    'TideFilms',
    '@tidefilms',
    '/tidefilms',
    'https://vimeo.com/tidefilms',
    'http://www.vimeo.com/TideFilms/',
    'vimeo.com/tidefilms/videos',
    'https://vimeo.com/tidefilms/about?x=1#y',
  ],
  user900001: [
    'https://vimeo.com/user900001/about',
    'https://vimeo.com/user900001',
    'vimeo.com/user900001/videos',
    'https://vimeo.com/users/900001',
  ],
  'channels/tides': [
    'https://vimeo.com/channels/tides/page:2',
    'https://vimeo.com/channels/tides/videos/rss',
    'https://vimeo.com/channels/tides',
    'Channels/Tides',
    'https://vimeo.com/channels/tides/videos',
  ],
}

export const NOT_HANDLES: readonly string[] = [
  'x',
  '900001',
  'two words',
  'a@b',
  'channels/',
  'https://vimeo.com/',
  'https://vimeo.com/100000001',
  'https://vimeo.com/100000001/0a1b2c3d4e',
  'https://vimeo.com/channels/tides/100000001',
  'https://vimeo.com/showcase/123',
  'https://vimeo.com/ondemand/film',
  'https://vimeo.com/explore',
  'https://player.vimeo.com/video/100000001',
  'https://vimeo.com.evil.example/tidefilms',
  'https://user:secret@vimeo.com/tidefilms',
  'https://vimeo.com:8443/tidefilms',
  'https://vimeo.com/album/123',
  'https://vimeo.com/groups/tides',
  'https://vimeo.com/categories/water',
  'https://vimeo.com/manage/videos',
  'https://vimeo.com/tidefilms/review/100000001/abc',
  'https://vimeo.com/tidefilms/videos/100000001',
]

/** Kind → URLs of things that exist and cannot be scanned. */
export const UNSUPPORTED_URLS: Readonly<Record<string, readonly string[]>> = {
  likes: ['https://vimeo.com/acme/likes'],
  albums: ['https://vimeo.com/acme/albums'],
  album: ['https://vimeo.com/showcase/123', 'https://vimeo.com/album/123'],
  group: ['https://vimeo.com/groups/tides'],
  category: ['https://vimeo.com/categories/water', 'https://vimeo.com/categories/water/videos'],
  hashtag: ['https://vimeo.com/tag:water', '#water'],
  search: ['https://vimeo.com/search?q=water'],
  product: ['https://vimeo.com/ondemand/film'],
}
