// Spellings of what Stack Exchange has that people paste, and near misses.

const OVERFLOW = 'https://stackoverflow.com'
const COOKING = 'https://cooking.stackexchange.com'

export const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  'stackoverflow.com/users/22656': [
    ...[
      `${OVERFLOW}/users/22656`,
      `${OVERFLOW}/users/22656/jon-skeet`,
      `${OVERFLOW}/users/22656/jon-skeet?tab=answers`,
    ],
    ...['http://www.StackOverflow.com/users/22656/', `${OVERFLOW}/feeds/user/22656`, 'StackOverflow.com/users/22656'],
  ],
  'cooking.stackexchange.com/users/67': [`${COOKING}/users/67/nia?tab=profile`],
  'cooking.stackexchange.com/tagged/bread': [
    ...[`${COOKING}/questions/tagged/bread`, `${COOKING}/questions/tagged/Bread?tab=Votes`],
    ...[`${COOKING}/feeds/tag/bread`, 'cooking.stackexchange.com/tagged/BREAD'],
  ],
  'stackoverflow.com/tagged/c++;linux': [
    `${OVERFLOW}/questions/tagged/c%2b%2b+linux`,
    `${OVERFLOW}/questions/tagged/linux+c%2B%2B`,
    'stackoverflow.com/tagged/linux;c++;linux',
  ],
  'stackoverflow.com/tagged/c#': [`${OVERFLOW}/questions/tagged/c%23`],
  'stackoverflow.com/tagged/.net': [`${OVERFLOW}/questions/tagged/.net`],
  'ru.stackoverflow.com/tagged/алгоритм': [
    'https://ru.stackoverflow.com/questions/tagged/%D0%B0%D0%BB%D0%B3%D0%BE%D1%80%D0%B8%D1%82%D0%BC',
  ],
  'cooking.stackexchange.com/search/rye bread': [
    `${COOKING}/search?q=rye+bread`,
    'cooking.stackexchange.com/search/rye   bread',
  ],
  'stackoverflow.com': [
    OVERFLOW,
    `${OVERFLOW}/`,
    `${OVERFLOW}/questions`,
    `${OVERFLOW}/questions?tab=Newest`,
    'www.stackoverflow.com',
  ],
  'cooking.meta.stackexchange.com': [
    'https://cooking.meta.stackexchange.com/questions',
    'https://cooking.meta.stackexchange.com/feeds',
  ],
}

export const NOT_HANDLES: readonly string[] = [
  ...[
    'stackoverflow',
    'users/22656',
    '@nia',
    '22656',
    'stackexchange.com',
    'api.stackexchange.com',
    'evil.example/users/1',
  ],
  ...[
    'stackoverflow.com/users/0',
    'stackoverflow.com/users/nia',
    'stackoverflow.com/tagged/',
    'stackoverflow.com/tagged/a b',
  ],
  ...[
    'stackoverflow.com/tagged/a;b;c;d;e;f',
    'stackoverflow.com/search/ ',
    `stackoverflow.com/search/${'x'.repeat(201)}`,
  ],
  ...[`${OVERFLOW}/questions/1/why`, `${OVERFLOW}/a/2`, `${OVERFLOW}/users`, `${OVERFLOW}/tags`, `${OVERFLOW}/jobs`],
  ...[`${OVERFLOW}/questions?filters=NoAnswers`, `${OVERFLOW}/search`, `${OVERFLOW}/search?q=%5Brust%5D+is:answer`],
  ...[
    'https://stackoverflow.com.evil.example/users/1',
    'https://stackoverflow.com:8443/users/1',
    'https://data.stackexchange.com/',
  ],
  'https://chat.stackexchange.com/rooms/1',
]

/** Kind → URLs that exist but cannot be scanned. */
export const UNSUPPORTED_URLS: Readonly<Record<string, readonly string[]>> = {
  view: ['https://stackoverflow.com/users/22656/acme?tab=questions&sort=votes'],
  feed: [`${OVERFLOW}/unanswered`, `${OVERFLOW}/questions?tab=Bounties`, `${OVERFLOW}/questions?filters=NoAnswers`],
  section: [`${COOKING}/questions/tagged/bread?tab=Unanswered`, `${COOKING}/tags/bread/info`],
  likes: [`${COOKING}/users/67/nia?tab=bookmarks`],
  hashtag: [`${OVERFLOW}/questions/tagged/rust+or+go`],
  search: [`${OVERFLOW}/search?q=%5Brust%5D+is%3Aanswer`, `${OVERFLOW}/search?q=user%3A22656`],
  community: [`${OVERFLOW}/collectives/go`],
  person: ['https://stackexchange.com/users/11683/jon-skeet'],
}
