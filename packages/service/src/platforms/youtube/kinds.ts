// What a handle of YouTube names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'
import { playlistIdOf } from './canonicalize-playlist.ts'
import { searchIn } from './canonicalize-search.ts'

const SEARCHES =
  'YouTube allows each project 100 searches a day, with up to 50 videos each, and returns about 500 videos'

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
  hashtag: {
    meaning: 'a hashtag: the videos whose title or description has it',
    handles: ['#bread', 'https://www.youtube.com/hashtag/bread'],
    variants: { posts: 'videos, Shorts and live streams' },
    order: 'newest',
    authors: 'many',
    refuses: SEARCHES,
  },
  search: {
    meaning: 'a search for videos',
    handles: ['search/rye bread', 'https://www.youtube.com/results?search_query=rye+bread'],
    variants: { posts: 'videos, Shorts and live streams' },
    order: 'newest',
    authors: 'many',
    refuses: SEARCHES,
  },
}

export const kindOf = (handle: string): ProfileKind => {
  const search = searchIn(handle)
  if (search !== undefined) return search.is === 'tag' ? 'hashtag' : 'search'
  return playlistIdOf(handle) === undefined ? 'account' : 'collection'
}
