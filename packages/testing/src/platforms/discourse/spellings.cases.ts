// Spellings of what a Discourse forum has that people paste, and near misses.

const FORUM = 'https://forum.example'

export const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  'forum.example/u/nia': [
    ...[`${FORUM}/u/nia`, `${FORUM}/u/Nia/summary`, `${FORUM}/u/nia/activity/topics`, `${FORUM}/users/nia`],
    ...['forum.example/u/NIA/', `${FORUM}/u/nia.json`, 'https://Forum.Example/u/nia?x=1#top'],
  ],
  'forum.example/c/5': [
    ...[
      `${FORUM}/c/bread/5`,
      `${FORUM}/c/food/bread/5`,
      `${FORUM}/c/bread/5/l/top?period=all`,
      `${FORUM}/c/bread/5.rss`,
    ],
    ...[`${FORUM}/c/bread/5/all`, 'forum.example/c/bread/5/l/latest'],
  ],
  'forum.example/tag/rye-bread': [
    ...[
      `${FORUM}/tag/rye-bread`,
      `${FORUM}/tag/Rye-Bread/12`,
      `${FORUM}/tag/rye-bread/l/top`,
      `${FORUM}/tags/rye-bread`,
    ],
    `${FORUM}/tag/rye-bread.rss`,
  ],
  'forum.example/tag/хлеб': [`${FORUM}/tag/%D1%85%D0%BB%D0%B5%D0%B1`],
  'forum.example/latest': [
    `${FORUM}/latest`,
    `${FORUM}/top?period=weekly`,
    `${FORUM}/hot`,
    `${FORUM}/latest.rss`,
    `${FORUM}/new`,
  ],
}

export const NOT_HANDLES: readonly string[] = [
  ...['nia', '@nia', 'nia@forum.example', 'forum.example', FORUM, `${FORUM}/`, 'forum/u/nia', '#rye@forum.example'],
  ...[
    `${FORUM}/u`,
    `${FORUM}/u/a b`,
    `${FORUM}/c/bread`,
    `${FORUM}/c/0`,
    `${FORUM}/c/bread/x`,
    `${FORUM}/tag`,
    `${FORUM}/tags`,
  ],
  ...[`${FORUM}/t/why/1201`, `${FORUM}/t/1201`, `${FORUM}/search?q=rye`, `${FORUM}/categories`, `${FORUM}/about`],
  ...[`${FORUM}/latest?status=solved`, `${FORUM}/c/bread/5?tags[]=rye`, `${FORUM}/tags/c/bread/5/rye`],
  ...[
    `${FORUM}:8443/u/nia`,
    'https://user@forum.example/u/nia',
    `${FORUM}/u/nia/messages`,
    `${FORUM}/tags/intersection/a/b`,
  ],
]

/** Kind → URLs that exist but cannot be scanned. */
export const UNSUPPORTED_URLS: Readonly<Record<string, readonly string[]>> = {
  view: [
    'https://forum.example/tags/c/food/5/rye',
    'https://forum.example/c/bread/5?order=views',
    'https://forum.example/latest?order=views&ascending=true',
  ],
  likes: [`${FORUM}/u/nia/activity/likes-given`],
  section: [`${FORUM}/c/bread/5/none`, `${FORUM}/c/food/bread/5/none/l/top`],
  group: [`${FORUM}/g/bakers`],
}
