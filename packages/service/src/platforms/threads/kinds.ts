// What a handle of Threads names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'
import { searchIn } from './canonicalize-search.ts'

const VARIANTS = { posts: 'public posts, newest first', top: 'the most popular public posts' } as const

export const KINDS: Kinds = {
  hashtag: {
    meaning: 'a topic tag',
    handles: ['#bread', 'https://www.threads.com/tag/bread', 'https://www.threads.com/search?q=bread&serp_type=tags'],
    variants: VARIANTS,
    order: 'newest',
    authors: 'many',
  },
  search: {
    meaning: 'a search for words',
    handles: ['search/rye bread', 'https://www.threads.com/search?q=rye+bread'],
    variants: VARIANTS,
    order: 'newest',
    authors: 'many',
    refuses: 'Threads finds nothing for words that it considers sensitive',
  },
}

export const kindOf = (handle: string): ProfileKind => {
  const search = searchIn(handle)
  if (search === undefined) return 'account'
  return search.is === 'tag' ? 'hashtag' : 'search'
}
