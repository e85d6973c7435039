// URLs of GitHub that the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans GitHub users, organizations and repositories only.',
  home: 'github.com',
  urls: {
    topic: ['github.com/topics/{topic}'],
    search: ['github.com/search?q={words}'],
    collection: ['github.com/collections/{name}'],
    product: ['github.com/marketplace/{product}/**'],
    issues: [
      'github.com/{owner}/{repository}/issues',
      'github.com/{owner}/{repository}/pulls',
      'github.com/{owner}/{repository}/labels/{label}',
    ],
    discussions: [
      'github.com/{owner}/{repository}/discussions',
      'github.com/{owner}/{repository}/discussions/categories/{category}',
      'github.com/orgs/{owner}/discussions/**',
    ],
    commits: ['github.com/{owner}/{repository}/commits/**'],
    likes: ['github.com/{owner}?tab=stars', 'github.com/stars/{owner}/**'],
  },
}
