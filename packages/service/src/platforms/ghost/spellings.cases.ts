// Handles of Ghost sites as people paste them, and what only looks like one.

export const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  'site.example': [
    'https://site.example',
    'HTTPS://Site.Example:443/',
    'http://site.example/',
    'site.example/ghost/',
    'https://site.example/ghost/#/dashboard',
    'https://site.example/rss/',
    'https://site.example/rss/2/',
    'https://site.example/page/3/',
    'https://site.example/ghost/api/content/posts/?key=0123456789abcdef0123456789',
    'https://site.example/2026/05/02/winter-notes/',
    'https://site.example/sitemap-posts.xml',
    'https://site.example/?ref=x#/portal/signup',
  ],
  'site.example/blog': ['https://site.example/blog/', 'https://site.example/blog/rss/', 'site.example/blog/ghost/'],
  'site.example/author/rosa': [
    'https://site.example/author/Rosa/',
    'site.example/author/rosa/rss/',
    'site.example/author/rosa/page/2/',
  ],
  'site.example/blog/tag/winter': ['https://site.example/blog/tag/winter/?x=1', 'site.example/blog/tag/winter/rss/'],
  'site.example:8443': ['https://site.example:8443/ghost/'],
  'name.ghost.io': ['https://name.ghost.io/'],
  'xn--kder-5qa.example': ['köder.example', 'https://KÖDER.example/rss/'],
}

export const NOT_HANDLES: readonly string[] = [
  'site',
  '@rosa',
  '@rosa@site.example',
  'rosa@site.example',
  '/author/rosa',
  'localhost',
  'https://localhost:2368/',
  'http://127.0.0.1:2368/',
  'http://site.example:2368/',
  '1.5',
  'https://[::1]/',
  'ftp://site.example',
  'feed://site.example/rss/',
  'https://user:secret@site.example/',
  'https://site .example',
  'https://site.example/a%20b/',
  'https://',
  `site.example/${'x'.repeat(512)}`,
]
