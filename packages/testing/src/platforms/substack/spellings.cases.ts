// Spellings of Substack publications as people paste them, and texts that only look like them.

export const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  'tides.substack.com': [
    'https://substack.com/@tides/posts',
    'https://tides.substack.com/subscribe?utm_source=x',
    'https://tides.substack.com/embed',
    'https://tides.substack.com/publish/home',
    'https://tides.substack.com/publish/posts/published',
    'https://tides.substack.com/leaderboard',
    'https://open.substack.com/pub/tides?r=abc&utm_medium=ios',
    '//tides.substack.com',
    '@tides.substack.com',
    'Tides.Substack.com',
    'https://tides.substack.com/',
    'http://tides.substack.com/feed',
    'tides.substack.com/archive?sort=new',
    '@tides',
    'https://substack.com/@Tides',
    'https://open.substack.com/pub/tides',
  ],
  'www.tidetables.example': ['https://www.tidetables.example/about', 'www.tidetables.example/feed/podcast'],
  'tides.substack.com/s/moon-letters': [
    'https://tides.substack.com/s/Moon-Letters/',
    'https://tides.substack.com/s/moon-letters/archive?sort=new',
    'tides.substack.com/s/moon-letters/about',
  ],
  'www.tidetables.example/s/moon': ['https://www.tidetables.example/s/moon'],
  'xn--bcher-kva.example': ['bücher.example', 'https://b%C3%BCcher.example/archive', 'bücher。example'],
}

export const NOT_HANDLES: readonly string[] = [
  'tides',
  '@ti des',
  'mara@tides.substack.com',
  'https://substack.com/',
  'https://substack.com/home',
  'https://www.substack.com/',
  'api.substack.com',
  'a.b.substack.com',
  'https://tides.substack.com/p/post-1',
  'https://tides.substack.com:8443/',
  'https://u:p@tides.substack.com/',
  'http://192.0.2.1/',
  'localhost',
  'https://open.substack.com/pub/tides/p/post-1',
  'https://substack.com/@tides/note/c-123',
  'https://substack.com/profile/123-mara',
  'https://substack.com/inbox',
  'https://tides.substack.com/s/',
  'https://tides.substack.com/s/-x',
  'https://tides.substack.com/s/moon/p/post-1',
  'https://substack.com/s/moon',
  'https://tides.substack.com/embed/p/post-1',
]

/** Kind → URLs of things that exist and cannot be scanned. */
export const UNSUPPORTED_URLS: Readonly<Record<string, readonly string[]>> = {
  view: ['https://acme.substack.com/archive?sort=top', 'https://acme.substack.com/s/bread/archive?sort=top'],
  section: ['https://acme.substack.com/recommendations', 'https://substack.com/@acme/reads'],
  podcast: ['https://acme.substack.com/podcast'],
  notes: ['https://acme.substack.com/notes', 'https://substack.com/@acme/notes'],
  likes: ['https://substack.com/@acme/likes'],
  hashtag: ['https://tides.substack.com/t/moon', '#tides'],
  person: ['https://substack.com/profile/123-mara'],
  search: ['https://tides.substack.com/archive?sort=search&search=rye', 'https://substack.com/search/tides'],
  topic: ['https://substack.com/browse/science'],
  chat: ['https://substack.com/chat/123456'],
}
