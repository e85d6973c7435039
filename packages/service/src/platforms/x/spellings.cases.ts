// Accounts of X as people paste them, and what only looks like one.

export const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  acme: [
    'Acme',
    '@acme',
    '@ACME',
    'https://x.com/acme',
    'https://x.com/@Acme',
    'http://twitter.com/Acme/',
    'https://mobile.twitter.com/acme?lang=en',
    'www.x.com/acme/with_replies',
    'https://x.com/acme/media#top',
    'm.twitter.com/acme',
  ],
  a_1: ['@A_1', 'https://x.com/a_1/highlights'],
  '12345': ['@12345', 'https://x.com/12345'],
  'i/user/70001': ['https://x.com/i/user/70001', 'x.com/i/user/70001/'],
}

export const NOT_HANDLES: readonly string[] = [
  '@',
  'a name',
  'name.with.dots',
  'sixteen_letters_',
  'home',
  '@search',
  'i/user/0',
  'i/user/abc',
  'https://x.com/',
  'https://x.com/i/status/1',
  'https://x.com/acme/status/1972233445566778801',
  'https://x.com/acme/lists/bread',
  'https://x.com/explore',
  'https://x.com/hashtag/bread',
  'https://xx.com/acme',
  'https://x.com.evil.example/acme',
  'https://evil.example/x.com/acme',
  'https://a@x.com/acme',
  'https://x.com:8443/acme',
  'ftp://x.com/acme',
]
