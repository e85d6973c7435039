// What a handle of Reddit names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'
import { type Place, placeOf } from './canonicalize-place.ts'

const TOP = {
  top: 'submissions with the most votes of all time',
  top_hour: 'submissions with the most votes of the last hour',
  top_day: 'submissions with the most votes of the last 24 hours',
  top_week: 'submissions with the most votes of the last 7 days',
  top_month: 'submissions with the most votes of the last month',
  top_year: 'submissions with the most votes of the last year',
} as const
const ORDERS = {
  posts: 'submissions, newest first',
  hot: 'submissions that are popular now',
  rising: 'submissions that become popular',
  controversial: 'submissions with many votes for and against',
  ...TOP,
} as const
const SEARCHED = { posts: 'submissions, newest first', ...TOP } as const

export const KINDS: Kinds = {
  community: {
    meaning: 'a subreddit, or several',
    handles: [
      'r/name',
      'https://www.reddit.com/r/name/',
      'r/baking+breadit',
      'https://www.reddit.com/r/breadit+baking/',
    ],
    variants: { ...ORDERS, comments: 'comments, newest first', overview: 'submissions, newest first' },
    order: 'newest',
    authors: 'many',
    hasUniqueIds: true,
  },
  list: {
    meaning: 'a custom feed of subreddits that a user chose',
    handles: ['u/name/m/bread', 'https://www.reddit.com/user/name/m/bread/'],
    variants: ORDERS,
    order: 'newest',
    authors: 'many',
  },
  section: {
    meaning: 'a flair of a subreddit',
    handles: ['r/name/flair/News', 'https://www.reddit.com/r/name/?f=flair_name%3A%22News%22'],
    variants: SEARCHED,
    order: 'newest',
    authors: 'many',
  },
  search: {
    meaning: 'a search in Reddit or in a subreddit, or the links to a domain',
    handles: [
      'search/rye bread',
      'https://www.reddit.com/search/?q=rye+bread',
      'r/name/search/rye',
      'https://www.reddit.com/r/name/search/?q=rye&restrict_sr=1',
      'domain/example.org',
      'https://www.reddit.com/domain/example.org/',
    ],
    variants: SEARCHED,
    order: 'newest',
    authors: 'many',
    refuses: 'Reddit returns about the first 250 results',
  },
}

const KIND_OF: Readonly<Record<Place['is'], ProfileKind>> = {
  several: 'community',
  custom: 'list',
  flair: 'section',
  within: 'search',
  search: 'search',
  domain: 'search',
}

export const kindOf = (handle: string): ProfileKind => {
  const place = placeOf(handle)
  if (place !== undefined) return KIND_OF[place.is]
  return handle.startsWith('r/') ? 'community' : 'account'
}
