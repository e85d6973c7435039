// Names of Threads as people paste them, and what only looks like one.

export const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  'acme.bakery': [
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
]
