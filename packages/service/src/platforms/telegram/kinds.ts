// What a handle of Telegram names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'
import { taggedIn } from './canonicalize-tagged.ts'

export const KINDS: Kinds = {
  section: {
    meaning: 'a hashtag in a channel',
    handles: ['channel/tagged/bread', 'https://t.me/s/channel?q=%23bread', '#bread@channel'],
    variants: {
      posts: 'messages with the hashtag',
      media: 'messages with the hashtag, and with images, videos or audio',
    },
    order: 'newest',
    authors: 'one',
  },
}

export const kindOf = (handle: string): ProfileKind => (taggedIn(handle) === undefined ? 'account' : 'section')
