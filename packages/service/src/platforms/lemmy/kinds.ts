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
    meaning: 'a multi-community: communities that a user chose (Lemmy 1.0)',
    handles: ['lemmy.example/multi/name', 'https://lemmy.example/feeds/m/name.xml'],
    variants: POSTS,
    order: 'newest',
    authors: 'many',
    refuses:
      'The page `/m/name` of a multi-community looks like the page of a community. Write `lemmy.example/multi/name`',
  },
}

export const kindOf = (handle: string): ProfileKind => {
  const place = placeOf(handle)
  if (place !== undefined) return place.is === 'multi' ? 'list' : 'community'
  return handle.startsWith('!') ? 'community' : 'account'
}
