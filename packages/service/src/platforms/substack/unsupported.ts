// URLs of things that Substack has and the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans publications and their sections.',
  home: 'substack.com',
  parts: {
    order: 'top|community',
    about: 'recommendations',
    user: '@[\\w.-]{1,60}',
    blog: '(?!open\\.|www\\.)[a-z0-9][a-z0-9-]*',
  },
  urls: {
    hashtag: ['{blog}.substack.com/t/{word}'],
    person: ['substack.com/profile/{person}/**'],
    search: [
      '{blog}.substack.com/archive?search={words}',
      'substack.com/search/{words}',
      'substack.com/search?q={words}',
    ],
    topic: ['substack.com/browse/{topic}/**', 'substack.com/topics/{topic}'],
    chat: ['substack.com/chat/{chat}/**'],
    section: ['{blog}.substack.com/{about}', 'substack.com/{user}/reads'],
    view: ['{blog}.substack.com/archive?sort={order}', '{blog}.substack.com/s/{name}/archive?sort={order}'],
    podcast: ['{blog}.substack.com/podcast'],
    notes: ['{blog}.substack.com/notes', 'substack.com/{user}/notes'],
    likes: ['substack.com/{user}/likes'],
  },
}
