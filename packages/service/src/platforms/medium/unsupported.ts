// URLs of Medium that the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans Medium users, publications and tags only.',
  home: 'medium.com',
  urls: {
    list: ['medium.com/@{user}/list/{list}'],
    search: ['medium.com/search?q={words}', 'medium.com/search/{kind}?q={words}'],
    topic: ['medium.com/topic/{topic}'],
    person: ['medium.com/u/{id}'],
    lists: ['medium.com/@{user}/lists'],
  },
}
