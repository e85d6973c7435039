// What a handle of Flickr names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'
import { placeOf } from './canonicalize-place.ts'

const PHOTOS = { posts: 'its photos and videos' } as const

export const KINDS: Kinds = {
  collection: {
    meaning: 'an album or a gallery',
    handles: [
      '12345678@N00/album/72177720300000001',
      'https://www.flickr.com/photos/12345678@N00/albums/72177720300000001',
      '12345678@N00/gallery/72157720300000001',
      'https://www.flickr.com/photos/12345678@N00/galleries/72157720300000001/',
    ],
    variants: PHOTOS,
    order: 'owner',
    // Galleries have photos of others.
    authors: 'many',
  },
  community: {
    meaning: 'a group: the photos that its members added',
    handles: ['groups/12345678@N00', 'groups/name', 'https://www.flickr.com/groups/name/pool/'],
    variants: PHOTOS,
    order: 'newest',
    authors: 'many',
  },
  hashtag: {
    meaning: 'a tag, or several',
    handles: ['#rain', '#rain,snow', '#rain+night', '#rain-night', 'https://www.flickr.com/photos/tags/rain/'],
    variants: PHOTOS,
    order: 'newest',
    authors: 'many',
    refuses: 'Flickr returns the newest 4,000 photos of a tag',
  },
  section: {
    meaning: 'the photos of a user with a tag',
    handles: ['12345678@N00/tagged/rain', 'https://www.flickr.com/photos/12345678@N00/tags/rain/'],
    variants: PHOTOS,
    order: 'newest',
    authors: 'one',
  },
}

export const kindOf = (handle: string): ProfileKind => {
  const place = placeOf(handle)
  if (place === undefined) return 'account'
  if (place.is === 'group') return 'community'
  if (place.is !== 'tag') return 'collection'
  return place.user === undefined ? 'hashtag' : 'section'
}
