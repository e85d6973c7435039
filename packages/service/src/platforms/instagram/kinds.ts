// What a handle of Instagram names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'
import { tagIn } from './canonicalize-tag.ts'

export const KINDS: Kinds = {
  hashtag: {
    meaning: 'a hashtag',
    handles: ['#bread', 'https://www.instagram.com/explore/tags/bread/'],
    variants: { posts: 'public posts of the last 24 hours', top: 'the most popular public posts' },
    order: 'ranked',
    authors: 'many',
    freshSeconds: 1_800,
    refuses:
      'Each of the operator’s accounts reads 30 different hashtags in 7 days. Instagram does not say who wrote a post; its page does',
  },
}

export const kindOf = (handle: string): ProfileKind => (tagIn(handle) === undefined ? 'account' : 'hashtag')
