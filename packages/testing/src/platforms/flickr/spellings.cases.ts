// Spellings of Flickr users that people paste, and near misses.

export const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  '900001@N01': [
    'https://www.flickr.com/people/900001@N01/contacts/',
    'https://api.flickr.com/services/feeds/photos_public.gne?id=900001@N01&lang=en-us',
    '900001@n01',
    'https://www.flickr.com/photos/900001@N01/',
    'https://www.flickr.com/people/900001%40N01/',
    'https://www.flickr.com/services/feeds/photos_public.gne?id=900001@N01&format=json',
  ],
  rainperson: [
    'https://www.flickr.com/photos/@rainperson',
    'https://www.flickr.com/photos/rainperson/archives/',
    'https://www.flickr.com/photos/rainperson/camera-roll',
    '//www.flickr.com/photos/rainperson//',
    'RainPerson',
    '@rainperson',
    'https://www.flickr.com/photos/rainperson/',
    'http://flickr.com/photos/rainperson',
    'flickr.com/people/rainperson/',
    'https://www.flickr.com/photos/rainperson/page2/',
    'https://www.flickr.com/photos/rainperson/with/53000000001/',
  ],
}

export const NOT_HANDLES: readonly string[] = [
  'x',
  'rain person',
  '@@rain',
  '900001@X01',
  'rain@example.com',
  'https://www.flickr.com/',
  'https://www.flickr.com/explore',
  'https://www.flickr.com/groups/rain/',
  'https://www.flickr.com/photos/tags/rain/',
  'https://www.flickr.com/photos/rainperson/54000000003/',
  'https://www.flickr.com.evil.example/photos/rainperson/',
  'https://user:secret@www.flickr.com/photos/rainperson/',
  'https://www.flickr.com:8443/photos/rainperson/',
  'https://www.flickr.com/photos/rainperson/albums/72177720300000001',
  'https://www.flickr.com/photos/rainperson/54000000003/in/photostream/',
  'https://flic.kr/p/2abcDEF',
  'https://www.flickr.com/photos/',
  'https://live.staticflickr.com/65535/54000000003_abc.jpg',
]

/** Kind → URLs that exist but cannot be scanned. */
export const UNSUPPORTED_URLS: Readonly<Record<string, readonly string[]>> = {
  likes: ['https://www.flickr.com/photos/acme/favorites/'],
  albums: ['https://www.flickr.com/photos/acme/albums/'],
  album: [
    'https://www.flickr.com/photos/rainperson/albums/72177720300000001',
    'https://www.flickr.com/photos/rainperson/sets/72177720300000001/',
  ],
  gallery: ['https://www.flickr.com/photos/rainperson/galleries/72177720300000001/'],
  collection: ['https://www.flickr.com/photos/rainperson/collections/72177720300000001/'],
  hashtag: ['https://www.flickr.com/photos/tags/rain/', 'https://www.flickr.com/photos/rainperson/tags/rain/', '#rain'],
  group: ['https://www.flickr.com/groups/rain/', 'https://www.flickr.com/groups/900001@N01/pool/'],
  search: ['https://www.flickr.com/search/?text=rain', 'https://www.flickr.com/search/?tags=rain'],
  feed: ['https://www.flickr.com/explore', 'https://www.flickr.com/explore/2026/03/07'],
}
