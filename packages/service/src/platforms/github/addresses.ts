// Addresses of releases, issues, pull requests, discussions and gists. GitHub has no oEmbed.

import type { PostAddresses } from '../contract/platform.ts'

/** Where its API is. */
export const API = 'https://api.github.com'

export const POSTS: PostAddresses = {
  parts: {
    ...{ owner: '[A-Za-z0-9-]{1,39}', repository: '[\\w.-]{1,100}', kind: 'issues|pull|discussions' },
    ...{ number: '\\d{1,9}', id: '[0-9a-f]{5,40}' },
  },
  patterns: {
    'github.com/orgs/{owner}/discussions/{number}': 'https://github.com/orgs/{owner}/discussions/{number}',
    'github.com/{owner}/{repository}/releases/tag/{tag}/**':
      'https://github.com/{owner}/{repository}/releases/tag/{tag}',
    'github.com/{owner}/{repository}/{kind}/{number}/**': 'https://github.com/{owner}/{repository}/{kind}/{number}',
    'gist.github.com/{owner}/{id}': 'https://gist.github.com/{owner}/{id}',
  },
  domains: ['github.com'],
}
