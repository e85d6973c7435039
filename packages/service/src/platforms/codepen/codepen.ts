// CodePen: recognizes URLs of pens.

import { postsOnly } from '../../upstream/contract/platform.ts'

export const codepen = postsOnly({
  id: 'codepen',
  name: 'CodePen',
  posts: {
    parts: {
      kind: 'pen|full|details|embed(?:/preview)?|fullpage|fullembedgrid|debug|live|collab|pres',
      id: '[A-Za-z]{5,10}|[0-9a-f]{32}',
    },
    patterns: {
      'codepen.io/{user}/{kind}/{id}': 'https://codepen.io/{user}/pen/{id}',
      'codepen.io/team/{user}/{kind}/{id}': 'https://codepen.io/team/{user}/pen/{id}',
    },
    hosts: { 'cdpn.io': 'codepen.io', 's.codepen.io': 'codepen.io' },
    domains: ['codepen.io', 'cdpn.io'],
  },
})
