// What a handle of YouTube names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'
import { playlistIdOf } from './canonicalize-playlist.ts'

export const KINDS: Kinds = {
  collection: {
    meaning: 'a playlist',
    handles: [
      'playlist/PLabcdefghijklmnop',
      'https://www.youtube.com/playlist?list=PLabcdefghijklmnop',
      'https://www.youtube.com/watch?v=abcdefghijk&list=PLabcdefghijklmnop',
      'https://music.youtube.com/playlist?list=OLAK5uy_abcdefghijklmnop',
    ],
    variants: { posts: 'its videos' },
    order: 'owner',
    authors: 'many',
    refuses: 'Without a key, only its first fifteen videos are read',
  },
}

export const kindOf = (handle: string): ProfileKind => (playlistIdOf(handle) === undefined ? 'account' : 'collection')
