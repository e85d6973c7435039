// What a handle of Medium names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'

export const KINDS: Kinds = {
  hashtag: {
    meaning: 'a tag of all stories',
    handles: ['medium.com/tag/bread', 'https://medium.com/tag/bread'],
    order: 'newest',
    authors: 'many',
  },
  section: {
    meaning: 'a tag in a publication',
    handles: ['medium.com/publication/tagged/bread', 'https://medium.com/publication/tagged/bread'],
    order: 'newest',
    authors: 'many',
  },
}

export const kindOf = (handle: string): ProfileKind => {
  if (handle.startsWith('medium.com/tag/')) return 'hashtag'
  return handle.startsWith('medium.com/') && handle.includes('/tagged/') ? 'section' : 'account'
}
