// What a handle of Facebook names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'
import { albumIn } from './canonicalize-album.ts'

export const KINDS: Kinds = {
  collection: {
    meaning: 'an album of a Page',
    handles: ['album/1234567890', 'https://www.facebook.com/media/set/?set=a.1234567890&type=3'],
    variants: { posts: 'its photos' },
    order: 'owner',
    authors: 'one',
  },
}

export const kindOf = (handle: string): ProfileKind => (albumIn(handle) === undefined ? 'account' : 'collection')
