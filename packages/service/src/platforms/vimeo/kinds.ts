// What a handle of Vimeo names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'

export const KINDS: Kinds = {
  collection: {
    meaning: 'a channel, which may contain videos of others',
    handles: ['channels/name', 'https://vimeo.com/channels/name'],
    order: 'newest',
    authors: 'many',
  },
}

export const kindOf = (handle: string): ProfileKind => (handle.startsWith('channels/') ? 'collection' : 'account')
