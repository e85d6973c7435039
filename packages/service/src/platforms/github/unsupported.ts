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
    page: 'actions|wiki|branches|stargazers|watchers|forks|network|pulse|security|projects|packages|milestones?|tags|graphs|deployments|environments|community|compare|contributors',
    tab: 'repositories|packages|projects',
    people: 'followers|following|sponsoring|sponsors|packages|projects',
    of: 'people|teams|packages|sponsoring|followers|dashboard|insights|audit-log',
    gists: 'starred|forked|public|secret',
    order: '(?!updated$).+',
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
    section: [
      'github.com/{owner}/{repository}/{page}/**',
      'github.com/{owner}?tab={tab}&q={words}',
      'github.com/{owner}?tab={people}',
      'github.com/orgs/{owner}/{of}/**',
      'github.com/orgs/{owner}/repositories?q={words}',
      'gist.github.com/{owner}/{gists}',
      'github.com/{owner}/{repository}/labels',
    ],
    feed: ['github.com/trending/**', 'github.com/explore/**'],
    view: [
      'github.com/{owner}/{repository}/releases?q={words}',
      'github.com/{owner}?from={words}',
      'github.com/topics/{topic}?l={words}',
      'github.com/topics/{topic}?s={order}',
    ],
    project: ['github.com/orgs/{owner}/projects/**', 'github.com/users/{owner}/projects/**'],
    commits: [
      'github.com/{owner}/{repository}/commits/{branch}?author={words}',
      'github.com/{owner}/{repository}/commits?author={words}',
      'github.com/{owner}/{repository}/commits/{branch}/{file}/**',
    ],
    likes: ['github.com/{owner}?tab=stars', 'github.com/stars/{owner}/**'],
  },
}
