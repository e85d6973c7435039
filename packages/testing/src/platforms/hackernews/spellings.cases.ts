// Spellings of what Hacker News has that people paste, and near misses.

const SITE = 'https://news.ycombinator.com'

export const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  nia: [
    ...['@nia', ' nia ', `${SITE}/user?id=nia`, 'news.ycombinator.com/user?id=nia', `${SITE}/submitted?id=nia`],
    ...[`${SITE}/threads?id=nia`, 'http://www.news.ycombinator.com/user/?utm_source=x&id=nia#top'],
  ],
  // Names are case-sensitive.
  NIA: ['@NIA', `${SITE}/user?id=NIA`],
  'a_b-9': [`${SITE}/user?id=a_b-9`],
  'stories/new': [`${SITE}/newest`, `${SITE}/newest?next=46000007&n=31`, `${SITE}/newcomments`, 'Stories/New'],
  'stories/top': [SITE, `${SITE}/`, `${SITE}/news`, `${SITE}/news?p=2`, 'news.ycombinator.com', `${SITE}/rss`],
  'stories/best': [`${SITE}/best`, 'stories/best'],
  'stories/ask': [`${SITE}/ask`],
  'stories/show': [`${SITE}/show`],
  'stories/job': [`${SITE}/jobs`],
  'search/rye bread': [
    'https://hn.algolia.com/?q=rye+bread',
    'https://hn.algolia.com/?dateRange=all&page=0&prefix=false&query=rye%20bread&sort=byDate&type=story',
    'search/rye   bread',
    'https://hn.algolia.com/?q=rye+bread&type=all',
  ],
  'search/C++ / Rust': ['https://hn.algolia.com/?q=C%2B%2B+%2F+Rust'],
  'site/bread.example': [
    `${SITE}/from?site=bread.example`,
    'site/Bread.Example',
    `${SITE}/from?site=www.bread.example`,
  ],
}

export const NOT_HANDLES: readonly string[] = [
  ...['@', 'a', 'a'.repeat(16), 'two words', 'nia@news.ycombinator.com', '#bread', 'stories/', 'stories/old'],
  ...[
    'search/',
    'search/ ',
    `search/${'x'.repeat(201)}`,
    'site/localhost',
    'site/a b.example',
    'site/bread.example/rye',
  ],
  ...[`${SITE}/item?id=46000007`, `${SITE}/user`, `${SITE}/user?id=`, `${SITE}/user?id=a%20b`, `${SITE}/login`],
  ...[`${SITE}/newest?points=100`, `${SITE}/show?x=1`, `${SITE}/from?site=bread.example/rye`, `${SITE}/from`],
  ...[
    'https://hn.algolia.com/',
    'https://hn.algolia.com/api',
    'https://hn.algolia.com/?q=',
    'https://ycombinator.com/',
  ],
  ...['https://news.ycombinator.com.evil.example/user?id=nia', 'https://news.ycombinator.com:8443/user?id=nia'],
  'https://user@news.ycombinator.com/user?id=nia',
]

/** Kind → URLs that exist but cannot be scanned. */
export const UNSUPPORTED_URLS: Readonly<Record<string, readonly string[]>> = {
  likes: [`${SITE}/favorites?id=nia`, `${SITE}/upvoted?id=nia`],
  archive: [`${SITE}/front?day=2026-05-01`],
  feed: [`${SITE}/active`, `${SITE}/shownew`, `${SITE}/over?points=100`, `${SITE}/front`],
  section: [`${SITE}/from?site=github.com/acme`],
  search: [
    'https://hn.algolia.com/?q=bread&type=comment',
    'https://hn.algolia.com/?dateRange=last24h&query=bread&type=story',
  ],
}
