// What a handle of PeerTube names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'
import { type Place, placeOf } from './canonicalize-place.ts'

const VIDEOS = { posts: 'videos' } as const

export const KINDS: Kinds = {
  community: {
    meaning: 'a server: the videos of its accounts',
    handles: ['tube.example/local', 'https://tube.example/videos/local'],
    variants: VIDEOS,
    order: 'newest',
    authors: 'many',
  },
  hashtag: {
    meaning: 'a tag on a server: `#a,b` for any of several, `#a+b` for all',
    handles: ['#bread@tube.example', 'https://tube.example/search?tagsOneOf=bread', '#bread+rye@tube.example'],
    variants: VIDEOS,
    order: 'newest',
    authors: 'many',
  },
  collection: {
    meaning: 'a playlist',
    handles: ['tube.example/p/kkGMgK9ZtnKfYAgnEtQxbv', 'https://tube.example/w/p/kkGMgK9ZtnKfYAgnEtQxbv'],
    variants: VIDEOS,
    order: 'owner',
    authors: 'many',
  },
}

const KIND_OF: Readonly<Record<Place['is'], ProfileKind>> = {
  playlist: 'collection',
  local: 'community',
  tag: 'hashtag',
}

export const kindOf = (handle: string): ProfileKind => {
  const place = placeOf(handle)
  return place === undefined ? 'account' : KIND_OF[place.is]
}
