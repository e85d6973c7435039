// Spellings of GitHub accounts and repositories that people paste, and near misses.

export const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  'hollow-oak': [
    'https://github.com/@hollow-oak',
    'https://github.com/users/hollow-oak/projects/1',
    'https://github.com/sponsors/hollow-oak',
    'https://github.com/organizations/hollow-oak/settings/profile',
    'https://github.com/orgs/hollow-oak/people',
    'https://gist.github.com/hollow-oak/starred',
    'https://github.com//hollow-oak',
    ...[
      '@Hollow-Oak',
      'github.com/hollow-oak',
      'https://www.github.com/Hollow-Oak/',
      'http://github.com/hollow-oak?tab=x',
    ],
    ...[
      'https://github.com/orgs/hollow-oak/repositories',
      'https://gist.github.com/hollow-oak',
      'https://github.com/hollow-oak.atom',
    ],
  ],
  'hollow-oak/acorn.js': [
    'git@github.com:hollow-oak/acorn.js.git',
    'ssh://git@github.com/hollow-oak/acorn.js.git',
    'git://github.com/hollow-oak/acorn.js.git',
    'git+https://github.com/hollow-oak/acorn.js.git',
    'github:hollow-oak/acorn.js',
    'https://github.com/hollow-oak/acorn.js/stargazers',
    'https://github.com/hollow-oak/acorn.js/settings',
    'https://github.com/hollow-oak/acorn.js?tab=readme-ov-file#start',
    ...[
      'Hollow-Oak/Acorn.js',
      'https://github.com/hollow-oak/acorn.js',
      'https://github.com/hollow-oak/acorn.js/releases',
    ],
    ...['https://github.com/hollow-oak/acorn.js.git', 'https://github.com/hollow-oak/acorn.js/releases.atom'],
  ],
}

export const NOT_HANDLES: readonly string[] = [
  ...[
    '@',
    '-oak',
    'oak-',
    'hollow--oak',
    'hollow_oak',
    'a'.repeat(40),
    'hollow oak',
    'https://github.com/',
    'settings',
  ],
  ...[
    'https://github.com/enterprises/acme',
    'https://github.com/marketplace/x',
    'https://github.com/a/b/tree/main',
    'https://github.com.evil.example/a',
  ],
  ...[
    'https://api.github.com/users/a',
    'https://user@github.com/a',
    'https://github.com:8443/a',
    'a/..',
    'https://evil.example/github.com/a',
  ],
  'git@gitlab.com:a/b.git',
  'https://github.com/a/b/blob/main/README.md',
  'https://github.com/a/b/issues/1',
  'https://github.com/a/b/releases/tag/v1',
  'https://github.com/orgs',
  'https://raw.githubusercontent.com/a/b/main/x',
  'git@github.com:a.git',
]

/** Kind → URLs that exist but cannot be scanned. */
export const UNSUPPORTED_URLS: Readonly<Record<string, readonly string[]>> = {
  issues: [
    'https://github.com/hollow-oak/acorn/issues',
    'https://github.com/hollow-oak/acorn/issues?q=label%3Abug',
    'https://github.com/hollow-oak/acorn/pulls',
  ],
  discussions: [
    'https://github.com/hollow-oak/acorn/discussions',
    'https://github.com/hollow-oak/acorn/discussions/categories/ideas',
  ],
  commits: ['https://github.com/hollow-oak/acorn/commits', 'https://github.com/hollow-oak/acorn/commits/main/src'],
  likes: ['https://github.com/nia?tab=stars', 'https://github.com/stars/nia/lists/tools'],
  topic: ['https://github.com/topics/bread'],
  search: ['https://github.com/search?q=bread&type=repositories'],
  collection: ['https://github.com/collections/bread'],
  product: ['https://github.com/marketplace/x'],
}
