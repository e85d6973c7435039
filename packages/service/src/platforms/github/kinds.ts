// What a handle of GitHub names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'
import { isRepository } from './canonicalize-name.ts'

export const KINDS: Kinds = {
  section: {
    meaning: 'a repository',
    handles: ['owner/repository', 'https://github.com/owner/repository'],
    variants: { posts: 'releases', releases: 'releases', events: 'public activity in the last 30 days' },
    order: 'newest',
    authors: 'many',
  },
}

export const kindOf = (handle: string): ProfileKind => (isRepository(handle) ? 'section' : 'account')
