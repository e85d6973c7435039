// What a handle of Pinterest names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'
import { sectionOf } from './canonicalize-name.ts'

export const KINDS: Kinds = {
  collection: {
    meaning: 'a board',
    handles: ['name/board', 'https://www.pinterest.com/name/board/'],
    variants: { posts: 'pins, newest first' },
    order: 'newest',
    authors: 'many',
  },
  section: {
    meaning: 'a section of a public board of a connected account',
    handles: ['name/board/section', 'https://www.pinterest.com/name/board/section/'],
    variants: { posts: 'its pins' },
    order: 'owner',
    authors: 'many',
    refuses: 'Pinterest has no feeds of sections, so sections of other accounts cannot be scanned',
  },
}

export const kindOf = (handle: string): ProfileKind => {
  if (sectionOf(handle) !== undefined) return 'section'
  return handle.includes('/') ? 'collection' : 'account'
}
