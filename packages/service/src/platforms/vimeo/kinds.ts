// What a handle of Vimeo names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'
import { type Place, placeOf } from './canonicalize-place.ts'

const VIDEOS = { posts: 'its public videos' } as const

export const KINDS: Kinds = {
  collection: {
    meaning: 'a channel, which may contain videos of others, or a showcase',
    handles: [
      'channels/name',
      'https://vimeo.com/channels/name',
      'showcase/1234567',
      'https://vimeo.com/showcase/1234567',
      'https://vimeo.com/album/1234567',
    ],
    variants: VIDEOS,
    // Of a channel: newest first.
    order: 'owner',
    authors: 'many',
    hasUniqueIds: true,
  },
  community: {
    meaning: 'a group: the videos that its members added',
    handles: ['groups/name', 'https://vimeo.com/groups/name'],
    variants: VIDEOS,
    order: 'newest',
    authors: 'many',
  },
  hashtag: {
    meaning: 'a tag',
    handles: ['#water', 'https://vimeo.com/tag:water'],
    variants: VIDEOS,
    order: 'newest',
    authors: 'many',
  },
}

const KIND_OF: Readonly<Record<Place['is'], ProfileKind>> = {
  showcase: 'collection',
  group: 'community',
  tag: 'hashtag',
}

export const kindOf = (handle: string): ProfileKind => {
  if (handle.startsWith('channels/')) return 'collection'
  const place = placeOf(handle)
  return place === undefined ? 'account' : KIND_OF[place.is]
}
