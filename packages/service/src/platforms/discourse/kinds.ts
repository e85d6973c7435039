// What a handle of a Discourse forum names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'
import { type Place, placeOf } from './canonicalize-place.ts'

const TOPICS = {
  posts: 'topics, newest first',
  active: 'topics, those with the latest reply first',
  hot: 'topics that the forum ranks as hot (Discourse 3.3)',
  top_weekly: 'the most popular topics of the week',
  top_monthly: 'the most popular topics of the month',
  top_yearly: 'the most popular topics of the year',
  top_all: 'the most popular topics',
} as const

export const KINDS: Kinds = {
  community: {
    meaning: 'a forum: all topics',
    handles: ['forum.example/latest', 'https://forum.example/latest', 'https://forum.example/top?period=weekly'],
    variants: TOPICS,
    order: 'newest',
    authors: 'many',
    refuses: 'The front page of a forum looks like that of any site. Write `forum.example/latest`',
  },
  section: {
    meaning: 'a category of a forum, with its subcategories',
    handles: ['forum.example/c/5', 'https://forum.example/c/bread/5', 'https://forum.example/c/food/bread/5/l/top'],
    variants: TOPICS,
    order: 'newest',
    authors: 'many',
  },
  hashtag: {
    meaning: 'a tag of a forum',
    handles: ['forum.example/tag/rye', 'https://forum.example/tag/rye', 'https://forum.example/tag/rye/12'],
    variants: TOPICS,
    order: 'newest',
    authors: 'many',
  },
}

const KIND_OF: Readonly<Record<Place['is'], ProfileKind>> = {
  user: 'account',
  category: 'section',
  tag: 'hashtag',
  all: 'community',
}

export const kindOf = (handle: string): ProfileKind => KIND_OF[placeOf(handle)?.is ?? 'user']
