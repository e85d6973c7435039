// What a handle of GitHub names.

import type { ProfileKind } from '../../post/post.ts'
import type { Kinds } from '../../upstream/contract/kinds.ts'
import { isRepository } from './canonicalize-name.ts'
import { placeOf } from './canonicalize-place.ts'

export const KINDS: Kinds = {
  section: {
    meaning: 'a repository, or its commits, issues or pull requests',
    handles: [
      'owner/repository',
      'https://github.com/owner/repository',
      'owner/repository/commits',
      'owner/repository/commits/branch',
      'https://github.com/owner/repository/commits/branch',
      'owner/repository/issues',
      'owner/repository/issues/bug',
      'https://github.com/owner/repository/labels/bug',
      'owner/repository/pulls',
    ],
    variants: {
      posts: 'releases; or the commits, issues or pull requests that the handle names',
      releases: 'releases',
      events: 'public activity in the last 30 days',
    },
    order: 'newest',
    authors: 'many',
    hasUniqueIds: true,
  },
  community: {
    meaning: 'the discussions of a repository, which need GITHUB_TOKEN',
    handles: ['owner/repository/discussions', 'https://github.com/owner/repository/discussions'],
    variants: { posts: 'discussions' },
    order: 'newest',
    authors: 'many',
  },
  search: {
    meaning: 'the repositories with a topic, last updated first',
    handles: ['topics/bread', 'https://github.com/topics/bread'],
    variants: { posts: 'repositories' },
    order: 'ranked',
    authors: 'many',
  },
}

export const kindOf = (handle: string): ProfileKind => {
  const place = placeOf(handle)
  if (place?.is === 'topic') return 'search'
  if (place?.is === 'discussions') return 'community'
  return place !== undefined || isRepository(handle) ? 'section' : 'account'
}
