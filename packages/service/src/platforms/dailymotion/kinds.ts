// What a handle of Dailymotion names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'
import { type Place, placeOf } from './canonicalize-place.ts'

const VIDEOS = { posts: 'its public videos' } as const

export const KINDS: Kinds = {
  collection: {
    meaning: 'a playlist',
    handles: ['playlist/x5abcd', 'https://www.dailymotion.com/playlist/x5abcd'],
    variants: VIDEOS,
    order: 'owner',
    authors: 'many',
    refuses: 'Dailymotion returns the first 1,000 videos of a playlist',
  },
  hashtag: {
    meaning: 'a tag',
    handles: ['#harbour'],
    variants: VIDEOS,
    order: 'newest',
    authors: 'many',
  },
  search: {
    meaning: 'a category of Dailymotion',
    handles: ['channel/news', 'https://www.dailymotion.com/channel/news'],
    variants: VIDEOS,
    order: 'newest',
    authors: 'many',
  },
}

const KIND_OF: Readonly<Record<Place['is'], ProfileKind>> = {
  playlist: 'collection',
  category: 'search',
  tag: 'hashtag',
}

export const kindOf = (handle: string): ProfileKind => {
  const place = placeOf(handle)
  return place === undefined ? 'account' : KIND_OF[place.is]
}
