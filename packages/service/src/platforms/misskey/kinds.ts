// What a handle of a Misskey server names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'
import { type Place, placeOf } from './canonicalize-place.ts'

export const KINDS: Kinds = {
  community: {
    meaning: 'a channel of a server',
    handles: ['notes.example/channels/9abcdefghi', 'https://notes.example/channels/9abcdefghi'],
    variants: { posts: 'all notes in the channel' },
    order: 'newest',
    authors: 'many',
  },
  hashtag: {
    meaning: 'a hashtag on a server: `#a,b` for any of several, `#a+b` for all, `#a-b` without the second',
    handles: ['#bread@notes.example', 'https://notes.example/tags/bread', '#bread+rye@notes.example'],
    variants: { posts: 'all notes with the hashtag', media: 'notes with the hashtag and with media' },
    order: 'newest',
    authors: 'many',
  },
  collection: {
    meaning: 'a clip: notes that somebody collected',
    handles: ['notes.example/clips/9abcdefghi', 'https://notes.example/clips/9abcdefghi'],
    variants: { posts: 'the notes of the clip' },
    order: 'newest',
    authors: 'many',
  },
}

const KIND_OF: Readonly<Record<Place['is'], ProfileKind>> = {
  tag: 'hashtag',
  channels: 'community',
  clips: 'collection',
}

export const kindOf = (handle: string): ProfileKind => {
  const place = placeOf(handle)
  return place === undefined ? 'account' : KIND_OF[place.is]
}
