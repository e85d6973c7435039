// Spellings of GitHub accounts and repositories that people paste, and near misses.

export const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  'hollow-oak': [
    'https://github.com/@hollow-oak',
    'https://github.com/sponsors/hollow-oak',
    'https://github.com/organizations/hollow-oak/settings/profile',
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
  'hollow-oak/acorn.js/commits': [
    'Hollow-Oak/Acorn.js/commits',
    'https://github.com/hollow-oak/acorn.js/commits',
    'https://github.com/hollow-oak/acorn.js/commits/',
  ],
  'hollow-oak/acorn/commits/Dev-2.x': [
    'https://github.com/Hollow-Oak/acorn/commits/Dev-2.x',
    'https://github.com/hollow-oak/acorn/commits/Dev-2.x.atom',
  ],
  'hollow-oak/acorn/issues': [
    'https://github.com/hollow-oak/acorn/issues',
    'https://github.com/hollow-oak/acorn/issues?q=is%3Aissue+is%3Aopen',
  ],
  'hollow-oak/acorn/issues/bug': [
    'https://github.com/hollow-oak/acorn/issues?q=label%3Abug',
    'https://github.com/hollow-oak/acorn/issues?q=is%3Aissue%20state%3Aopen%20label%3ABug',
    'https://github.com/hollow-oak/acorn/labels/bug',
    'hollow-oak/acorn/issues/BUG',
  ],
  'hollow-oak/acorn/issues/bug,good first issue': [
    'https://github.com/hollow-oak/acorn/issues?q=label%3A%22good+first+issue%22+label%3Abug',
    'hollow-oak/acorn/issues/good first issue,bug',
  ],
  'hollow-oak/acorn/pulls': [
    'https://github.com/hollow-oak/acorn/pulls',
    'https://github.com/hollow-oak/acorn/pulls?q=is%3Apr+is%3Aopen',
  ],
  'hollow-oak/acorn/discussions': [
    'https://github.com/Hollow-Oak/acorn/discussions',
    'https://github.com/hollow-oak/acorn/discussions/?sort=date_created',
    'Hollow-Oak/Acorn/Discussions',
  ],
  'topics/bread': [
    'https://github.com/topics/bread',
    'https://github.com/topics/Bread?o=desc&s=updated',
    'Topics/Bread',
  ],
  'hollow-oak/acorn.js': [
    'git@github.com:hollow-oak/acorn.js.git',
    'ssh://git@github.com/hollow-oak/acorn.js.git',
    'git://github.com/hollow-oak/acorn.js.git',
    'git+https://github.com/hollow-oak/acorn.js.git',
    'github:hollow-oak/acorn.js',
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
  ...['a/b/issues/1', 'a/b/issues/', 'a/b/issues/a,b,c,d,e,f', 'a/b/issues/a/b', 'a/b/pulls/1', 'a/b/pulls/bug'],
  ...['a/b/discussions/1', 'a/b/discussions/', 'a/b/discussions/ideas', 'https://github.com/a/b/discussions/3'],
  ...['a/b/commits/', 'a/b/commits/main/src', 'a/b/commits/-x', 'topics/', 'topics/-x', 'topics/a/b', 'topics/a b'],
  'https://github.com/a/b/labels',
  'https://github.com/a/b/commit/0123456789abcdef0123456789abcdef01234567',
  'https://github.com.evil.example/topics/bread',
  'https://github.com/a/b/releases/tag/v1',
  'https://github.com/orgs',
  'https://raw.githubusercontent.com/a/b/main/x',
  'git@github.com:a.git',
]

/** Kind → URLs that exist but cannot be scanned. */
export const UNSUPPORTED_URLS: Readonly<Record<string, readonly string[]>> = {
  view: [
    'https://github.com/acme/oven/releases?q=beta',
    'https://github.com/acme?tab=overview&from=2024-01-01&to=2024-02-01',
    'https://github.com/topics/bread?l=rust',
  ],
  feed: ['https://github.com/trending'],
  issues: [
    'https://github.com/hollow-oak/acorn/issues?q=is%3Aclosed',
    'https://github.com/hollow-oak/acorn/issues?q=label%3Abug+author%3Ania',
    'https://github.com/hollow-oak/acorn/pulls?q=label%3Abug+author%3Ania',
  ],
  discussions: [
    'https://github.com/hollow-oak/acorn/discussions?discussions_q=is%3Aanswered',
    'https://github.com/orgs/hollow-oak/discussions',
    'https://github.com/hollow-oak/acorn/discussions/categories/ideas',
  ],
  section: ['https://github.com/hollow-oak/acorn/wiki', 'https://github.com/hollow-oak?tab=repositories&q=foo'],
  project: ['https://github.com/orgs/hollow-oak/projects/1'],
  commits: [
    'https://github.com/hollow-oak/acorn/commits/main/?author=foo',
    'https://github.com/hollow-oak/acorn/commits/main/src',
  ],
  likes: ['https://github.com/nia?tab=stars', 'https://github.com/stars/nia/lists/tools'],
  search: ['https://github.com/search?q=bread&type=repositories'],
  collection: ['https://github.com/collections/bread'],
  product: ['https://github.com/marketplace/x'],
}
