// What a handle of Bluesky names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'
import { placeOf } from './canonicalize-place.ts'

export const KINDS: Kinds = {
  feed: {
    meaning: 'a custom feed',
    handles: [
      'name.bsky.social/feed/key',
      'https://bsky.app/profile/name.bsky.social/feed/key',
      'at://name.bsky.social/app.bsky.feed.generator/key',
    ],
    variants: { posts: 'the posts that the feed chooses' },
    order: 'ranked',
    authors: 'many',
  },
  list: {
    meaning: 'a list of accounts, or a starter pack',
    handles: [
      'name.bsky.social/list/key',
      'https://bsky.app/profile/name.bsky.social/lists/key',
      'at://name.bsky.social/app.bsky.graph.list/key',
      'name.bsky.social/pack/key',
      'https://bsky.app/starter-pack/name.bsky.social/key',
    ],
    variants: { posts: 'posts and reposts of its accounts' },
    order: 'newest',
    authors: 'many',
    refuses: 'Lists of accounts to mute or block cannot be scanned',
  },
}

export const kindOf = (handle: string): ProfileKind => {
  const place = placeOf(handle)
  if (place === undefined) return 'account'
  return place.is === 'feed' ? 'feed' : 'list'
}
