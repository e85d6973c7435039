// What a handle of Hacker News names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'
import { type Place, placeOf } from './canonicalize-place.ts'

export const KINDS: Kinds = {
  community: {
    meaning: 'Hacker News as a whole',
    handles: ['stories/new', 'https://news.ycombinator.com/newest'],
    variants: { posts: 'stories, newest first', comments: 'comments, newest first' },
    order: 'newest',
    authors: 'many',
  },
  feed: {
    meaning: 'a list that Hacker News ranks: the front page, the best stories, Ask HN, Show HN, jobs',
    handles: [
      'stories/top',
      'https://news.ycombinator.com/',
      'stories/best',
      'https://news.ycombinator.com/best',
      'stories/ask',
      'stories/show',
      'stories/job',
    ],
    variants: { posts: 'its stories' },
    order: 'ranked',
    authors: 'many',
    refuses: 'A list has up to 500 stories; Ask HN, Show HN and jobs have up to 200',
  },
  search: {
    meaning: 'stories that contain words, or that link to a site',
    handles: [
      'search/rye bread',
      'https://hn.algolia.com/?q=rye+bread',
      'site/bread.example',
      'https://news.ycombinator.com/from?site=bread.example',
    ],
    variants: { posts: 'stories, newest first', top: 'the most relevant stories first, at most 500' },
    order: 'newest',
    authors: 'many',
  },
}

const KIND_OF: Readonly<Record<Place['is'], ProfileKind>> = {
  new: 'community',
  ranked: 'feed',
  search: 'search',
  site: 'search',
}

export const kindOf = (handle: string): ProfileKind => {
  const place = placeOf(handle)
  return place === undefined ? 'account' : KIND_OF[place.is]
}
