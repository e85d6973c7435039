// What a handle of Lemmy names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'

export const KINDS: Kinds = {
  community: {
    meaning: 'a community',
    handles: ['!community@lemmy.example', 'https://lemmy.example/c/community'],
    order: 'newest',
    authors: 'many',
  },
}

export const kindOf = (handle: string): ProfileKind => (handle.startsWith('!') ? 'community' : 'account')
