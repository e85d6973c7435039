// What a handle of DEV names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'
import { placeOf } from './canonicalize-place.ts'

export const KINDS: Kinds = {
  hashtag: {
    meaning: 'a tag',
    handles: ['#bread', 'https://dev.to/t/bread', 'https://dev.to/feed/tag/bread'],
    variants: { posts: 'the newest articles' },
    order: 'newest',
    authors: 'many',
    refuses: 'The feed of a tag has about the twelve newest articles. DEV’s API sorts a tag by popularity only',
  },
  section: {
    meaning: 'a series of articles',
    handles: ['series/12', 'https://dev.to/name/series/12'],
    variants: { posts: 'the articles of the series, the oldest first' },
    order: 'owner',
    authors: 'one',
  },
}

export const kindOf = (handle: string): ProfileKind => {
  const place = placeOf(handle)
  if (place === undefined) return 'account'
  return place.is === 'tag' ? 'hashtag' : 'section'
}
