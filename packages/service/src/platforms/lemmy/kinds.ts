// What a handle of Lemmy names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'
import { type Place, placeOf } from './canonicalize-place.ts'

const POSTS = { posts: 'posts, newest first' } as const

export const KINDS: Kinds = {
  community: {
    meaning:
      'a community, a magazine of Mbin, or a server: the posts of its communities (`local`), or all that it knows (`all`)',
    handles: [
      '!community@lemmy.example',
      'https://lemmy.example/c/community',
      'https://mbin.example/m/magazine',
      'lemmy.example/local',
      'https://lemmy.example/?listingType=Local',
      'lemmy.example/all',
      'https://lemmy.example/?listingType=All',
    ],
    order: 'newest',
    authors: 'many',
  },
  hashtag: {
    meaning: 'a tag of an Mbin server: threads that have it',
    handles: ['#tides@mbin.example', 'https://mbin.example/tag/tides'],
    variants: POSTS,
    order: 'newest',
    authors: 'many',
    refuses: 'Older versions of Mbin do not list the threads of a tag',
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

const KIND_OF: Readonly<Record<Place['is'], ProfileKind>> = {
  local: 'community',
  all: 'community',
  multi: 'list',
  feed: 'list',
  tag: 'hashtag',
}

export const kindOf = (handle: string): ProfileKind => {
  const place = placeOf(handle)
  if (place !== undefined) return KIND_OF[place.is]
  return handle.startsWith('!') ? 'community' : 'account'
}
