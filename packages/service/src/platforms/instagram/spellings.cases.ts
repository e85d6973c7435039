// Names of Instagram as people paste them, and what only looks like one.

export const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  'acme.bakery': [
    'Acme.Bakery',
    '@acme.bakery',
    'https://www.instagram.com/acme.bakery/',
    'https://instagram.com/Acme.Bakery?igsh=MWQ1ZGUxMzBkMA==',
    'instagram.com/acme.bakery',
    'http://m.instagram.com/acme.bakery/reels/?hl=de#x',
    'https://www.instagram.com/acme.bakery/tagged/',
    'instagr.am/acme.bakery',
    'https://www.instagram.com/_u/acme.bakery',
    '\u2068@acme.bakery\u2069',
  ],
  a_1: ['@A_1'],
}

export const NOT_HANDLES: readonly string[] = [
  '@',
  '@@acme',
  'a b',
  'a-b',
  '..',
  'x'.repeat(31),
  'acme/',
  'explore',
  'https://www.instagram.com/',
  'https://www.instagram.com/explore/',
  'https://www.instagram.com/explore/tags/bread/',
  'https://www.instagram.com/p/DAbcDEfGhi2/',
  'https://www.instagram.com/reel/DAbcDEfGhi2/',
  'https://www.instagram.com/acme/p/DAbcDEfGhi2/',
  'https://www.instagram.com/stories/acme/1/',
  'https://www.instagram.com/accounts/login/',
  'https://instagram.com.evil.example/acme',
  'https://evilinstagram.com/acme',
  'https://evil.example/instagram.com/acme',
  'https://a:b@www.instagram.com/acme',
  'https://www.instagram.com:8443/acme',
  'ftp://www.instagram.com/acme',
]
