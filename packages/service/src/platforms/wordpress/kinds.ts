// What a handle of WordPress names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'
import { archiveIn } from './archives.ts'

export const KINDS: Kinds = {
  section: {
    meaning: 'a category, a tag or an author of a site',
    handles: [
      'blog.example/category/bread',
      'blog.example/tag/bread',
      'blog.example/author/name',
      'blog.example/?cat=7',
      'https://blog.example/tag/bread/',
    ],
    order: 'newest',
    authors: 'many',
  },
}

export const kindOf = (handle: string): ProfileKind => (archiveIn(handle).archive === undefined ? 'account' : 'section')
