// What a handle of Lemmy names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'
import { placeOf } from './canonicalize-place.ts'

const POSTS = { posts: 'posts, newest first' } as const

export const KINDS: Kinds = {
  community: {
    meaning: 'a community, or a server: the posts of its communities (`local`), or all that it knows (`all`)',
    handles: [
      '!community@lemmy.example',
      'https://lemmy.example/c/community',
      'lemmy.example/local',
      'https://lemmy.example/?listingType=Local',
      'lemmy.example/all',
      'https://lemmy.example/?listingType=All',
    ],
    order: 'newest',
    authors: 'many',
  },
  list: {
    meaning: 'communities that a user chose: a multi-community (Lemmy 1.0) or a feed (PieFed)',
    handles: [
      'lemmy.example/multi/name',
      'https://lemmy.example/feeds/m/name.xml',
      'piefed.example/f/name',
      '~name@piefed.example',
      'https://piefed.example/f/name',
    ],
    variants: POSTS,
    order: 'newest',
    authors: 'many',
    refuses:
      'The page `/m/name` of a multi-community looks like the page of a community. Write `lemmy.example/multi/name`',
  },
}

export const kindOf = (handle: string): ProfileKind => {
  const place = placeOf(handle)
  if (place !== undefined) return place.is === 'multi' || place.is === 'feed' ? 'list' : 'community'
  return handle.startsWith('!') ? 'community' : 'account'
}
