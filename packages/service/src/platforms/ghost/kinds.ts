// What a handle of Ghost names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'
import { siteOf } from './canonicalize-site.ts'

export const KINDS: Kinds = {
  section: {
    meaning: 'a tag or an author of a site',
    handles: ['site.example/tag/bread', 'site.example/author/name', 'https://site.example/tag/bread/'],
    order: 'newest',
    authors: 'many',
  },
}

export const kindOf = (handle: string): ProfileKind => (siteOf(handle).kind === 'site' ? 'account' : 'section')
