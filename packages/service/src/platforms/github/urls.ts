// URLs of the API, and of releases, issues, pull requests, discussions and gists. GitHub has no oEmbed.

import type { PostAddresses } from '../../upstream/contract/platform.ts'

export const API = 'https://api.github.com'

const GIST = 'https://gist.github.com/{owner}/{id}'

export const POSTS: PostAddresses = {
  parts: {
    ...{ owner: '[A-Za-z0-9-]{1,39}', repository: '[\\w.-]{1,100}', kind: 'issues|pull|discussions' },
    ...{ number: '\\d{1,9}', id: '[0-9a-f]{5,40}', tag: '[^/]+', whole: '[0-9a-f]{20,40}' },
  },
  patterns: {
    'github.com/orgs/{owner}/discussions/{number}': 'https://github.com/orgs/{owner}/discussions/{number}',
    'github.com/{owner}/{repository}/releases/tag/{tag}/**':
      'https://github.com/{owner}/{repository}/releases/tag/{tag}',
    'github.com/{owner}/{repository}/{kind}/{number}/**': 'https://github.com/{owner}/{repository}/{kind}/{number}',
    // `.js` is the embed script.
    'gist.github.com/{owner}/{id}.js': GIST,
    'gist.github.com/{owner}/{id}/**': GIST,
    'gist.github.com/{id:whole}': 'https://gist.github.com/{id}',
  },
  // Bots use these hosts so that GitHub shows no mention in the timeline of the issue.
  hosts: { 'redirect.github.com': 'github.com', 'togithub.com': 'github.com' },
  domains: ['github.com', 'git.io'],
  short: ['git.io/{code}', 'github.com/{owner}/{repository}/releases/latest'],
}
