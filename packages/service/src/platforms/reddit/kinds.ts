// What a handle of Reddit names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'

export const KINDS: Kinds = {
  community: {
    meaning: 'a subreddit',
    handles: ['r/name', 'https://www.reddit.com/r/name/'],
    order: 'newest',
    authors: 'many',
  },
}

export const kindOf = (handle: string): ProfileKind => (handle.startsWith('r/') ? 'community' : 'account')
