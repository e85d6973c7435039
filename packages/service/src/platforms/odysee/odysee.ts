// Odysee: single videos by their URLs.

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
      video: '[^/@$][^/]*:[0-9a-f]+',
    },
    patterns: {
      'odysee.com/{channel}/{video}': 'https://odysee.com/{channel}/{video}',
      'odysee.com/{video}': 'https://odysee.com/{video}',
      'odysee.com/$/{view}/{channel}/{video}': 'https://odysee.com/{channel}/{video}',
      'odysee.com/$/{view}/{video}': 'https://odysee.com/{video}',
      'odysee.com/$/{view}/{name}/{claim}': 'https://odysee.com/{name}:{claim}',
    },
    hosts: { 'lbry.tv': 'odysee.com', 'open.lbry.com': 'odysee.com' },
    domains: ['odysee.com', 'lbry.tv', 'open.lbry.com'],
  },
})
