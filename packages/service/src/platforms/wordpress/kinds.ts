// What a handle of WordPress names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'
import { placeIn } from './canonicalize-site.ts'

export const KINDS: Kinds = {
  section: {
    meaning: 'a category, a tag, an author, a type of content (`product` for a shop) or a term of a taxonomy',
    handles: [
      'blog.example/category/bread',
      'blog.example/tag/bread',
      'blog.example/author/name',
      'blog.example/?cat=7',
      'https://blog.example/tag/bread/',
      'blog.example/type/product',
      'https://blog.example/?post_type=product',
      'blog.example/taxonomy/genre/jazz',
    ],
    order: 'newest',
    authors: 'many',
    refuses: 'Types and taxonomies can be read only where the site’s REST API is open and has them',
  },
  search: {
    meaning: 'a search in a site',
    handles: ['blog.example/search/bread', 'https://blog.example/?s=bread', 'https://blog.example/search/bread/'],
    order: 'newest',
    authors: 'many',
  },
}

export const kindOf = (handle: string): ProfileKind => {
  const { archive, list } = placeIn(handle)
  if (list?.is === 'search') return 'search'
  return archive === undefined && list === undefined ? 'account' : 'section'
}
