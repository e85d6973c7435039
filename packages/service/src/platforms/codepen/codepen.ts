// CodePen by the addresses of pens.

import { postsOnly } from '../contract/platform.ts'

export const codepen = postsOnly({
  id: 'codepen',
  name: 'CodePen',
  posts: {
    parts: { kind: 'pen|full|details|embed', id: '[A-Za-z]{5,10}|[0-9a-f]{32}' },
    patterns: { 'codepen.io/{user}/{kind}/{id}': 'https://codepen.io/{user}/pen/{id}' },
    domains: ['codepen.io'],
  },
})
