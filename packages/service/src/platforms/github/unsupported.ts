// URLs of GitHub that the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

/** Anything but labels and what the list shows anyway. */
const FILTER =
  '(?!(?:(?:(?:is|type):(?:issue|pr)|(?:is|state):open|sort:created-desc|label:(?:"[^"]+"|[^\\s"]+))(?:\\s+|$))+$).+'

export const UNSUPPORTED: Unsupported = {
  instead:
    'The service scans users, organizations, repositories, their commits, issues and discussions, and topics of GitHub.',
  home: 'github.com',
  parts: {
    filter: FILTER,
    owner: '(?!orgs/|users/)[\\w-]+',
    page: 'actions|wiki|branches|stargazers|watchers|forks|network|pulse|security|projects|packages',
    tab: 'repositories|packages|projects|followers|following',
    words: '.+',
  },
  urls: {
    search: ['github.com/search?q={words}'],
    collection: ['github.com/collections/{name}'],
    product: ['github.com/marketplace/{product}/**'],
    // The list of issues with another filter than labels.
    issues: ['github.com/{owner}/{repository}/issues?q={filter}', 'github.com/{owner}/{repository}/pulls?q={filter}'],
    discussions: [
      'github.com/{owner}/{repository}/discussions/categories/{category}',
      'github.com/{owner}/{repository}/discussions?discussions_q={words}',
      'github.com/orgs/{owner}/discussions/**',
    ],
    section: ['github.com/{owner}/{repository}/{page}/**', 'github.com/{owner}?tab={tab}&q={words}'],
    project: ['github.com/orgs/{owner}/projects/**', 'github.com/users/{owner}/projects/**'],
    commits: [
      'github.com/{owner}/{repository}/commits/{branch}?author={words}',
      'github.com/{owner}/{repository}/commits?author={words}',
      'github.com/{owner}/{repository}/commits/{branch}/{file}/**',
    ],
    likes: ['github.com/{owner}?tab=stars', 'github.com/stars/{owner}/**'],
  },
}
