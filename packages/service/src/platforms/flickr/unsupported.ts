// URLs of Flickr that the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans users, albums, galleries, groups and tags of Flickr.',
  home: 'flickr.com',
  parts: { user: '(?!tags/)[\\w@-]{2,60}', lists: 'albums|sets|galleries|collections', id: '\\d{4,20}' },
  urls: {
    collection: ['flickr.com/photos/{user}/collections/{id}/**'],
    search: ['flickr.com/search?text={words}', 'flickr.com/search?q={words}'],
    feed: ['flickr.com/explore/**'],
    likes: ['flickr.com/photos/{user}/favorites/**'],
    albums: ['flickr.com/photos/{user}/{lists}'],
  },
}
