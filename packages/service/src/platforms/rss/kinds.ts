// What a handle of a feed names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'

export const KINDS: Kinds = {
  account: {
    meaning: 'a feed, or a page that has one',
    handles: [
      'https://blog.example/feed.xml',
      'https://blog.example/',
      'https://podcasts.apple.com/us/podcast/name/id1234567890',
      'https://odysee.com/@name:1',
      'https://www.goodreads.com/review/list/1234-name?shelf=read',
      'https://letterboxd.com/name/',
      'https://www.meetup.com/group/',
    ],
    order: 'newest',
    authors: 'one',
  },
  list: {
    meaning: 'a list of up to fifty feeds (OPML), mixed by time',
    handles: ['https://blog.example/feeds.opml'],
    order: 'newest',
    authors: 'many',
  },
}

export const kindOf = (handle: string): ProfileKind =>
  URL.parse(handle)?.pathname.toLowerCase().endsWith('.opml') === true ? 'list' : 'account'
