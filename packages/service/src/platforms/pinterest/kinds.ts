// What a handle of Pinterest names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'

export const KINDS: Kinds = {
  collection: {
    meaning: 'a board',
    handles: ['name/board', 'https://www.pinterest.com/name/board/'],
    variants: { posts: 'pins, newest first' },
    order: 'newest',
    authors: 'many',
  },
}

export const kindOf = (handle: string): ProfileKind => (handle.includes('/') ? 'collection' : 'account')
