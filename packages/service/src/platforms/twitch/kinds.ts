// What a handle of Twitch names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'
import { gameOf } from './canonicalize-game.ts'

export const KINDS: Kinds = {
  search: {
    meaning: 'a category of Twitch: a game, or a subject',
    handles: [
      'game/509658',
      'category/just-chatting',
      'https://www.twitch.tv/directory/category/just-chatting',
      'https://www.twitch.tv/directory/game/Just%20Chatting',
    ],
    variants: {
      posts: 'the newest 100 videos: broadcasts, highlights and uploads',
      broadcasts: 'the newest 100 recordings of broadcasts',
      highlights: 'the newest 100 highlights of broadcasts',
      uploads: 'the newest 100 uploaded videos',
      clips: 'clips by viewers, most views first',
    },
    order: 'newest',
    authors: 'many',
    // https://www.twitch.tv/p/legal/developer-agreement/
    heldHours: 24,
    refuses: 'Twitch returns the newest 100 videos of a category, and about 1,000 of its clips',
  },
}

export const kindOf = (handle: string): ProfileKind => (gameOf(handle) === undefined ? 'account' : 'search')
