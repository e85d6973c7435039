// Spellings of Medium users, publications and tags that people paste, and near misses.

export const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  '@inespaz': [
    'https://medium.com/@inespaz/subscribe',
    'https://medium.com/%40inespaz',
    'https://m.medium.com/@inespaz',
    '//medium.com/@inespaz',
    'https://medium.com//@inespaz//',
    '@InesPaz',
    'https://medium.com/@inespaz/',
    'medium.com/@inespaz/about?x=1#y',
    'https://www.medium.com/feed/@inespaz',
    'https://medium.com/@inespaz/feed',
  ],
  'medium.com/cartolab': ['https://medium.com/Cartolab', 'https://medium.com/feed/cartolab'],
  'medium.com/cartolab/tagged/maps': ['https://medium.com/feed/cartolab/tagged/maps'],
  'medium.com/tag/maps': ['https://medium.com/tag/maps/latest', 'https://medium.com/feed/tag/maps'],
  'inespaz.medium.com': ['inespaz.medium.com/about', 'https://inespaz.medium.com/', 'https://inespaz.medium.com/feed'],
  'blog.example': ['https://blog.example/feed/'],
  'xn--bcher-kva.example': [
    'bücher.example',
    'https://bücher.example/feed',
    'https://b%C3%BCcher.example/',
    'bücher。example',
  ],
}

export const NOT_HANDLES: readonly string[] = [
  'inespaz',
  '@ines paz',
  'https://medium.com/',
  'https://medium.com/p/0a1b2c3d4e5f',
  'https://medium.com/tag',
  'https://medium.com/cartolab/maps-for-lost-people-0a1b2c3d4e5f',
  'https://medium.com/@inespaz/maps-0a1b2c3d4e5f',
  'https://inespaz.medium.com/maps-0a1b2c3d4e5f',
  'https://medium.com:8443/@inespaz',
  'https://u:p@medium.com/@inespaz',
  'http://192.0.2.1/',
  'https://medium.com/u/0a1b2c3d4e5f',
  'https://medium.com/@inespaz/list/reading-0a1b2c3d4e5f',
  'https://medium.com/me/stories',
  'https://link.medium.com/AbC',
  'https://medium.com/m/signin',
  '@inespaz@medium.com',
]

/** Kind → URLs that exist but cannot be scanned. */
export const UNSUPPORTED_URLS: Readonly<Record<string, readonly string[]>> = {
  section: ['https://medium.com/@inespaz/highlights'],
  view: ['https://medium.com/tag/maps/recommended', 'https://medium.com/cartolab/trending'],
  archive: ['https://medium.com/tag/maps/archive/2020', 'https://medium.com/cartolab/archive/2020'],
  lists: ['https://medium.com/@inespaz/lists'],
  list: ['https://medium.com/@inespaz/list/reading-0a1b2c3d4e5f'],
  search: ['https://medium.com/search?q=maps', 'https://medium.com/search/posts?q=maps'],
  topic: ['https://medium.com/topic/maps'],
  person: ['https://medium.com/u/0a1b2c3d4e5f'],
}
