// What a handle of Stack Exchange names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'
import { type Place, placeOf } from './canonicalize-place.ts'

const ORDERS = {
  posts: 'questions, newest first',
  active: 'questions, those with the latest activity first',
  votes: 'questions, those with the highest score first',
  hot: 'questions with the most views, answers and votes of the last days',
} as const

export const KINDS: Kinds = {
  community: {
    meaning: 'a site: all its questions',
    handles: ['stackoverflow.com', 'https://cooking.stackexchange.com/questions'],
    variants: ORDERS,
    order: 'newest',
    authors: 'many',
  },
  hashtag: {
    meaning: 'a tag of a site; `a;b` for questions with both',
    handles: [
      'cooking.stackexchange.com/tagged/bread',
      'https://cooking.stackexchange.com/questions/tagged/bread',
      'stackoverflow.com/tagged/c++;linux',
      'https://stackoverflow.com/questions/tagged/c%2b%2b+linux',
    ],
    variants: ORDERS,
    order: 'newest',
    authors: 'many',
  },
  search: {
    meaning: 'a search in a site, without its operators',
    handles: ['cooking.stackexchange.com/search/rye bread', 'https://cooking.stackexchange.com/search?q=rye+bread'],
    variants: { posts: ORDERS.posts, active: ORDERS.active, votes: ORDERS.votes },
    order: 'newest',
    authors: 'many',
  },
}

const KIND_OF: Readonly<Record<Place['is'], ProfileKind>> = {
  user: 'account',
  tagged: 'hashtag',
  search: 'search',
  site: 'community',
}

export const kindOf = (handle: string): ProfileKind => KIND_OF[placeOf(handle)?.is ?? 'user']
