// What a handle of Ghost names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'
import { siteOf } from './canonicalize-site.ts'

export const KINDS: Kinds = {
  section: {
    meaning: 'a tag or an author of a site; `tag/a,b` for any of several tags, `tag/a+b` for all',
    handles: [
      'site.example/tag/bread',
      'site.example/author/name',
      'https://site.example/tag/bread/',
      'site.example/tag/bread+rye',
    ],
    order: 'newest',
    authors: 'many',
    refuses: 'Several tags can be read only with a key of the site, since a feed has one',
  },
}

export const kindOf = (handle: string): ProfileKind => (siteOf(handle).kind === 'site' ? 'account' : 'section')
