// Spellings of DEV names that people paste, and near misses.

export const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  ana_1: [
    'https://dev.to/@ana_1',
    '//dev.to/ana_1',
    'https://dev.to//ana_1/',
    'https://dev.to/ana_1%E2%80%8E',
    ...['@Ana_1', 'ANA_1', 'https://dev.to/ana_1', 'http://www.dev.to/Ana_1/', 'dev.to/ana_1?x=1#y'],
    ...['https://dev.to/feed/ana_1'],
  ],
  '#ruby': ['https://dev.to/t/ruby', 'dev.to/t/Ruby/latest', 'https://dev.to/feed/tag/ruby', '＃RUBY'],
  '#日本語': ['https://dev.to/t/%E6%97%A5%E6%9C%AC%E8%AA%9E'],
  'series/123': ['https://dev.to/ana/series/123', 'https://dev.to/@ana/series/123?x=1', 'Series/123'],
}

export const NOT_HANDLES: readonly string[] = [
  ...[
    '@',
    'two words',
    'ana-1',
    'a'.repeat(41),
    'https://dev.to/',
    '#',
    '#two-words',
    '#ruby@social.example',
    'series/0',
    'series/x',
    'https://dev.to/ana/series/x',
    'https://evil.example/t/ruby',
    'settings',
    'https://dev.to/feed',
  ],
  ...[
    'https://dev.to/ana/a/b',
    'https://dev.to.evil.example/ana',
    'https://user@dev.to/ana',
    'https://dev.to:8443/ana',
    'ana@dev.to',
  ],
  'https://dev.to/search?q=ana',
  'https://dev.to/dashboard',
  'https://dev.to/t/ruby/top/week',
  '@ana@dev.to',
]

/** Kind → URLs that exist but cannot be scanned. */
export const UNSUPPORTED_URLS: Readonly<Record<string, readonly string[]>> = {
  lists: ['https://dev.to/acme/series'],
  section: ['https://dev.to/acme/likes', 'https://dev.to/acme/comments', 'https://dev.to/acme/comment/1a'],
  hashtag: ['https://dev.to/t/ruby/top/week'],
  search: ['https://dev.to/search?q=ana'],
}
