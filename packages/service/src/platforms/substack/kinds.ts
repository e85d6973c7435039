// What a handle of Substack names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'
import { publicationOf } from './canonicalize-publication.ts'

export const KINDS: Kinds = {
  section: {
    meaning: 'a section of a publication',
    handles: ['name.substack.com/s/bread', 'https://name.substack.com/s/bread/archive'],
    order: 'newest',
    authors: 'many',
  },
}

export const kindOf = (handle: string): ProfileKind =>
  publicationOf(handle).section === undefined ? 'account' : 'section'
