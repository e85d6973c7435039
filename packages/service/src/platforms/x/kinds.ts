// What a handle of X names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'
import { type Place, placeOf } from './canonicalize-place.ts'

const WEEK = 'X returns the posts of the last seven days'
/** Each page is paid for. */
const FRESH_SECONDS = 1_800

export const KINDS: Kinds = {
  list: {
    meaning: 'a public list: the posts of its members',
    handles: ['list/1234567890', 'https://x.com/i/lists/1234567890'],
    variants: { posts: 'posts, replies and reposts' },
    order: 'newest',
    authors: 'many',
    freshSeconds: FRESH_SECONDS,
    refuses: 'X returns the newest 800 posts of a list',
  },
  hashtag: {
    meaning: 'a hashtag, or several',
    handles: ['#bread', '#bread,rye', '#bread+rye', '#bread-rye', 'https://x.com/hashtag/bread'],
    variants: { posts: 'posts without reposts' },
    order: 'newest',
    authors: 'many',
    freshSeconds: FRESH_SECONDS,
    refuses: WEEK,
  },
  search: {
    meaning: 'a search, with X’s operators',
    handles: ['search/rye bread', 'search/from:name has:media', 'https://x.com/search?q=rye%20bread'],
    variants: { posts: 'posts without reposts' },
    order: 'newest',
    authors: 'many',
    freshSeconds: FRESH_SECONDS,
    refuses: WEEK,
  },
}

const KIND_OF: Readonly<Record<Place['is'], ProfileKind>> = { list: 'list', tag: 'hashtag', search: 'search' }

export const kindOf = (handle: string): ProfileKind => {
  const place = placeOf(handle)
  return place === undefined ? 'account' : KIND_OF[place.is]
}
