// Odysee by the addresses of films.

import { postsOnly } from '../../upstream/contract/platform.ts'

export const odysee = postsOnly({
  id: 'odysee',
  name: 'Odysee',
  posts: {
    parts: {
      view: 'embed|download',
      name: '[^/@$:]+',
      claim: '[0-9a-f]{1,40}',
      channel: '@[^/:]+(?::[0-9a-f]+)?',
      film: '[^/@$][^/]*:[0-9a-f]+',
    },
    patterns: {
      'odysee.com/{channel}/{film}': 'https://odysee.com/{channel}/{film}',
      'odysee.com/{film}': 'https://odysee.com/{film}',
      'odysee.com/$/{view}/{channel}/{film}': 'https://odysee.com/{channel}/{film}',
      'odysee.com/$/{view}/{film}': 'https://odysee.com/{film}',
      'odysee.com/$/{view}/{name}/{claim}': 'https://odysee.com/{name}:{claim}',
    },
    hosts: { 'lbry.tv': 'odysee.com', 'open.lbry.com': 'odysee.com' },
    domains: ['odysee.com', 'lbry.tv', 'open.lbry.com'],
  },
})
