// URLs of things that X has and the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans accounts, lists, hashtags and searches of X.',
  says: { list: 'X finds a list only by its number: open the list, and copy the URL that the browser shows then.' },
  home: 'x.com',
  parts: {
    likes: 'likes|favorites',
    user: '(?!i/)\\w{1,20}',
    kind: 'events|moments',
    section: 'highlights|articles|affiliates|superfollows|subscriptions|photo|moments|communities',
    media: 'media|image|video',
    tab: 'user|list|media|image|video',
  },
  urls: {
    list: ['x.com/{user}/lists/{list}/**'],
    community: ['x.com/i/communities/{community}/**'],
    // A search for accounts, lists or media.
    search: ['x.com/search?f={tab}'],
    event: [
      'x.com/i/{kind}/{event}',
      'x.com/{user}/moments/{event}',
      'x.com/i/spaces/{event}/**',
      'x.com/i/broadcasts/{event}',
    ],
    section: ['x.com/{user}/{section}'],
    view: ['x.com/hashtag/{word}?f={media}'],
    topic: ['x.com/i/topics/{topic}', 'x.com/i/trending/{topic}'],
    likes: ['x.com/{user}/{likes}'],
    lists: ['x.com/{user}/lists'],
  },
}
