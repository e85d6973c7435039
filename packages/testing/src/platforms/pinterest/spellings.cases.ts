// Spellings of Pinterest accounts and boards as people paste them, and texts that only look like handles.

export const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  acme: [
    'https://www.pinterest.com/@acme/',
    'https://br.pinterest.com/acme/',
    'https://pinterest.com.au/acme',
    'https://www.pinterest.co.kr/acme',
    'https://www.pinterest.com/acme/_saved/?invite_code=x',
    'https://www.pinterest.com/acme/_profile/',
    'https://www.pinterest.com/acme/pins/',
    'pinterest://user/acme',
    '//www.pinterest.com//acme/',
    'https://www.pinterest.com/acme%E2%80%8E',
    '@Acme',
    'acme/',
    'https://www.pinterest.com/acme/',
    'https://de.pinterest.com/Acme/_created/',
    'https://www.pinterest.co.uk/acme/_saved?x=1',
    'pinterest.de/acme',
    'https://www.pinterest.com/acme/feed.rss',
  ],
  'acme/bread-and-butter': [
    'https://www.pinterest.com/acme/bread-and-butter/?invite_code=x&sender=1',
    'https://www.pinterest.de/@acme/bread-and-butter',
    'Acme/Bread-and-Butter',
    'https://www.pinterest.com/acme/bread-and-butter/',
    'https://www.pinterest.com/acme/bread-and-butter.rss',
  ],
  'acme/bread/rolls-more': [
    ...['https://www.pinterest.com/acme/bread/rolls-more/', 'https://de.pinterest.com/@Acme/Bread/Rolls-More?x=1'],
    ...['Acme/bread/rolls-more/', 'https://www.pinterest.com/acme/bread/rolls-more.rss'],
  ],
  'acme/brötchen': ['https://www.pinterest.de/acme/br%C3%B6tchen/'],
}

export const NOT_HANDLES: readonly string[] = [
  'ab',
  'a.b',
  'two words',
  'https://www.pinterest.com/',
  'https://www.pinterest.com/pin/123456789012345678/',
  'https://www.pinterest.com/search/pins/?q=bread',
  'https://www.pinterest.com/acme/bread/rolls/more/',
  'https://www.pinterest.com/acme/bread/_tools/',
  'https://www.pinterest.com/acme/bread/more_ideas/',
  'https://www.pinterest.com/acme/_saved/rolls/',
  'https://pin.it/abc',
  'https://www.pinterest.com.evil.example/acme/',
  'https://a@www.pinterest.com/acme/',
  'https://www.pinterest.com/ideas/bread/123/',
  'https://www.pinterest.com/pin-builder/',
  'https://www.pinterest.com:8443/acme/',
  '@acme@pinterest.com',
]

/** Kind → URLs of things that exist and cannot be scanned. */
export const UNSUPPORTED_URLS: Readonly<Record<string, readonly string[]>> = {
  lists: [
    'https://www.pinterest.com/acme/_shop/',
    'https://www.pinterest.com/acme/boards/',
    'https://www.pinterest.com/acme/_saved/_tried',
  ],
  topic: ['https://www.pinterest.com/ideas/bread/123/', 'https://www.pinterest.co.uk/explore/bread/'],
  search: ['https://www.pinterest.com/search/pins/?q=bread', 'https://de.pinterest.com/search/boards/?q=bread'],
}
