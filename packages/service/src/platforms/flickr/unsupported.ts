// URLs of Flickr that the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans photostreams of Flickr users only.',
  home: 'flickr.com',
  parts: { user: '(?!tags/)[\\w@-]{2,60}', list: 'albums|sets', id: '\\d{4,20}' },
  urls: {
    album: ['flickr.com/photos/{user}/{list}/{id}/**'],
    gallery: ['flickr.com/photos/{user}/galleries/{id}/**'],
    collection: ['flickr.com/photos/{user}/collections/{id}/**'],
    hashtag: ['flickr.com/photos/tags/{word}/**', 'flickr.com/photos/{user}/tags/{word}/**'],
    group: ['flickr.com/groups/{group}/**'],
    search: ['flickr.com/search?text={words}', 'flickr.com/search?tags={words}', 'flickr.com/search?q={words}'],
    feed: ['flickr.com/explore/**'],
    likes: ['flickr.com/photos/{user}/favorites/**'],
    albums: ['flickr.com/photos/{user}/albums', 'flickr.com/photos/{user}/sets'],
  },
}
