// What a handle of Tumblr names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'
import { tagIn } from './canonicalize-tag.ts'

export const KINDS: Kinds = {
  section: {
    meaning: 'a tag in a blog',
    handles: ['name/tagged/bread', 'https://name.tumblr.com/tagged/bread', 'https://www.tumblr.com/name/tagged/bread'],
    order: 'newest',
    authors: 'one',
  },
  hashtag: {
    meaning: 'a tag on all of Tumblr',
    handles: ['#bread', 'https://www.tumblr.com/tagged/bread'],
    variants: { posts: 'posts with the tag, without reblogs' },
    order: 'newest',
    authors: 'many',
    refuses: 'Tumblr leaves posts out that its own pages show, and blogs that only people who are logged in can see',
  },
}

export const kindOf = (handle: string): ProfileKind => {
  const tag = tagIn(handle)
  if (tag === undefined) return 'account'
  return tag.blog === undefined ? 'hashtag' : 'section'
}
