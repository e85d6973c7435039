// What a handle of a fediverse server names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'
import { type Timeline, timelineOf } from './canonicalize-timeline.ts'

const MEDIA = { posts: 'all posts', media: 'posts with media' } as const
const LOGIN = 'Servers other than Mastodon, Pleroma, Akkoma and Snac require a token'

export const KINDS: Kinds = {
  community: {
    meaning: 'a server: the posts of its accounts (`local`), or all that it knows (`public`)',
    handles: [
      'social.example/local',
      'https://social.example/public/local',
      'social.example/public',
      'https://social.example/public',
    ],
    variants: MEDIA,
    order: 'newest',
    authors: 'many',
  },
  hashtag: {
    meaning: 'a hashtag on a server: `#a,b` for any of several, `#a+b` for all, `#a-b` without the second',
    handles: ['#bread@social.example', 'https://social.example/tags/bread', '#bread+rye@social.example'],
    variants: MEDIA,
    order: 'newest',
    authors: 'many',
    refuses: LOGIN,
  },
  feed: {
    meaning: 'what is popular on a server',
    handles: ['social.example/trends', 'https://social.example/explore'],
    variants: { posts: 'popular posts' },
    order: 'ranked',
    authors: 'many',
  },
  section: {
    meaning: 'a hashtag in the posts of an account',
    handles: ['user@social.example/tagged/bread', 'https://social.example/@user/tagged/bread'],
    variants: { posts: 'posts and replies with the hashtag' },
    order: 'newest',
    authors: 'one',
  },
}

const KIND_OF: Readonly<Record<Timeline['is'], ProfileKind>> = {
  tag: 'hashtag',
  local: 'community',
  public: 'community',
  trends: 'feed',
  tagged: 'section',
}

export const kindOf = (handle: string): ProfileKind => {
  const timeline = timelineOf(handle)
  return timeline === undefined ? 'account' : KIND_OF[timeline.is]
}
