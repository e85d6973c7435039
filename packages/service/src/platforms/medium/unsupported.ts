// URLs of Medium that the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans Medium users, publications and tags only.',
  home: 'medium.com',
  parts: { best: 'recommended|top|trending', place: '(?!@)[^/]+' },
  urls: {
    list: ['medium.com/@{user}/list/{list}'],
    search: [
      'medium.com/search?q={words}',
      'medium.com/search/{kind}?q={words}',
      'medium.com/{place}/search?q={words}',
    ],
    topic: ['medium.com/topic/{topic}'],
    person: ['medium.com/u/{id}'],
    archive: ['medium.com/tag/{tag}/archive/**', 'medium.com/{place}/archive/**'],
    view: ['medium.com/tag/{tag}/{best}', 'medium.com/{place}/{best}'],
    section: ['medium.com/@{user}/highlights'],
    lists: ['medium.com/@{user}/lists'],
  },
}
