// Spellings of Threads names as people paste them, and texts that only look like them.

export const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  'acme.bakery': [
    '@acme.bakery@threads.net',
    'acme.bakery@threads.net',
    'acct:acme.bakery@threads.net',
    '@Acme.Bakery@www.threads.net',
    '@acme.bakery@threads.com',
    'https://mastodon.example/@acme.bakery@threads.net',
    'https://www.threads.net/intent/follow?username=acme.bakery',
    'barcelona://user?username=acme.bakery',
    'https://www.threads.com/@acme.bakery?igshid=NTc4',
    'https://www.threads.com/@acme.bakery%E2%80%8E',
    'Acme.Bakery',
    '@acme.bakery',
    'https://www.threads.com/@acme.bakery',
    'https://www.threads.net/@Acme.Bakery/',
    'threads.net/@acme.bakery',
    'http://m.threads.com/@acme.bakery/replies?xmt=AQG#top',
    'https://threads.com/%40acme.bakery/reposts',
    '\u2066@acme.bakery\u2069',
  ],
  _: ['@_'],
  a_1: ['https://www.threads.com/@A_1/media/'],
}

export const NOT_HANDLES: readonly string[] = [
  '@',
  '@@acme',
  'a b',
  'a-b',
  '...',
  'x'.repeat(31),
  'acme/',
  'https://www.threads.com/',
  'https://www.threads.com/acme',
  'https://www.threads.com/search?q=acme',
  'https://www.threads.com/@acme/post/DAxx5',
  'https://www.threads.com/t/DAxx5',
  'https://threads.com.evil.example/@acme',
  'https://evilthreads.com/@acme',
  'https://evil.example/threads.com/@acme',
  'https://a:b@www.threads.com/@acme',
  'https://www.threads.com:8443/@acme',
  'ftp://www.threads.com/@acme',
  'https://www.threads.com/@ac%6de',
  '@acme.bakery@mastodon.example',
  'https://mastodon.example/@acme.bakery',
  '@acme@bakery@threads.net',
  'https://www.threads.com/intent/post?text=x',
  'https://www.threads.net/ap/users/17841400000000000/',
]

/** Kind → URLs of things that exist and cannot be scanned. */
export const UNSUPPORTED_URLS: Readonly<Record<string, readonly string[]>> = {
  search: ['https://www.threads.com/search?q=acme', 'https://www.threads.net/search?q=bread&serp_type=tags'],
  hashtag: ['https://www.threads.com/tag/bread', '#bread'],
  feed: ['https://www.threads.com/custom_feed/17900000000000000'],
  community: ['https://www.threads.com/communities/bread'],
}
