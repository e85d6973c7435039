// Spellings of fediverse accounts that people paste, from address bars, share buttons and apps, and near misses.

const SERVER = 'https://social.example'
const VIEWER = 'https://viewer.example'

/** Handle → its spellings. */
export const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  '#tides@shore.example': [
    '#Tides@Shore.example',
    'https://shore.example/tags/tides',
    'https://shore.example/tags/TIDES.rss',
    'https://shore.example/web/tags/tides',
    'https://shore.example/tags/%23tides',
    '＃tides＠shore.example',
  ],
  '#rye,tides@shore.example': ['#tides,rye@shore.example', '#tides,#rye@shore.example'],
  '#rye+tides@shore.example': ['#tides+rye@shore.example'],
  '#tides-rye@shore.example': [],
  '#größe@xn--bcher-kva.example': ['https://bücher.example/tags/gr%C3%B6%C3%9Fe'],
  'shore.example/local': ['https://shore.example/public/local', 'https://shore.example/deck/public/local/'],
  'shore.example/public': ['https://shore.example/public', 'https://shore.example/web/timelines/public'],
  'shore.example/trends': ['https://shore.example/explore', 'https://shore.example/explore/posts'],
  'ana@shore.example/tagged/tides': [
    'https://shore.example/@ana/tagged/tides',
    'https://viewer.example/@ana@shore.example/tagged/Tides',
    'https://shore.example/@ana/tagged/tides.rss',
  ],
  'garden@social.example': [
    ...['@garden@social.example', 'Garden@SOCIAL.example', '＠garden＠social.example', '@garden@social.example.'],
    ...['acct:garden@social.example', 'ACCT:@garden@social.example', 'acct://garden@social.example'],
    ...['garden@social.example:443', '@garden@social.example/', '@garden@https://social.example/'],
    // Mastodon, GoToSocial, Hollo, Takahē
    ...[`${SERVER}/@garden`, `${SERVER}/@garden/`, `${SERVER}/@Garden?utm_source=x#top`, 'social.example/@garden'],
    ...['http://social.example/@garden', 'https://social.example./@garden', 'https://social.example:443/@garden'],
    ...[
      `${SERVER}/%40garden`,
      `${SERVER}/@garden/with_replies`,
      `${SERVER}/@garden/media`,
      `${SERVER}/@garden/featured`,
    ],
    ...[`${SERVER}/profile/garden/timeline`],
    ...[`${SERVER}/@garden.rss`, `${SERVER}/@garden/feed.rss`, `${SERVER}/@garden/atom.xml`, `${SERVER}/@garden.json`],
    ...[`${SERVER}/users/garden`, `${SERVER}/users/garden.atom`, `${SERVER}/users/garden.json`],
    ...[`${SERVER}/users/garden/outbox`, `${SERVER}/users/garden#main-key`],
    ...[`${SERVER}/web/@garden`, `${SERVER}/deck/@garden`, `${SERVER}/deck/@garden/media`],
    // Remote profiles
    ...[`${VIEWER}/@garden@social.example`],
    ...[`${VIEWER}/web/@garden@Social.Example/`, `${VIEWER}/deck/@garden@social.example`],
    `${VIEWER}/@garden@social.example:443`,
    // Pleroma and Akkoma, Pixelfed, Soapbox and Mangane
    ...[`${SERVER}/garden`, 'social.example/Garden/', `${SERVER}/garden?page=2`],
    ...[`${VIEWER}/users/garden@social.example`, `${VIEWER}/garden@social.example`, `${SERVER}/@garden/pins`],
    // Friendica, Hubzilla, blogs
    ...[
      `${SERVER}/profile/garden`,
      `${SERVER}/profile/garden/photos`,
      `${SERVER}/channel/garden`,
      `${SERVER}/u/garden`,
    ],
    `${SERVER}/author/garden/`,
    // Firefish, Iceshrimp, Sharkey
    ...[`${SERVER}/@garden/notes`, `${SERVER}/@garden/reactions`, `${VIEWER}/@garden@social.example/clips`],
    // Elk, Phanpy, Trunks, Ivory, and other apps
    ...[`${VIEWER}/social.example/@garden`, `${VIEWER}/social.example/@garden/media`],
    ...[`${VIEWER}/viewer.example/@garden@social.example`, `${VIEWER}/https://social.example/@garden`],
    ...[`${VIEWER}/#/https://social.example/@garden`, `${VIEWER}/#/social.example/@garden`],
    ...[`${VIEWER}/#/viewer.example/@garden@social.example`, `${VIEWER}/profile/garden@social.example`],
    ...['ivory://acct/user_profile/garden@social.example', 'icecubesapp://social.example/@garden'],
    // https://codeberg.org/fediverse/fep/src/branch/main/fep/07d7/fep-07d7.md
    ...['web+ap://social.example/@garden', 'web+ap://social.example/users/garden', 'ap://social.example/users/garden'],
    // Follow requests
    ...[
      `${VIEWER}/authorize_interaction?uri=acct:garden@social.example`,
      `${VIEWER}/authorize_follow?acct=@garden@social.example`,
    ],
    ...[`${VIEWER}/authorize_interaction?uri=https%3A%2F%2Fsocial.example%2F%40garden`],
    ...['web+mastodon://follow?uri=acct:garden@social.example', `${VIEWER}/search?q=@garden@social.example`],
  ],
  'garden@social.example:8443': ['@Garden@Social.Example.:8443', 'https://social.example:8443/@garden'],
  'a_b.c-d@xn--bcher-kva.example': [
    ...['@A_b.c-d@bücher.example', 'https://bücher.example/@a_b.c-d', `${VIEWER}/@a_b.c-d@bücher.example`],
    ...[
      'https://bücher.example/A_b.c-d',
      `${VIEWER}/bücher.example/@a_b.c-d`,
      'https://b%C3%BCcher.example/users/a_b.c-d',
    ],
  ],
  // Only the server's id: newer Mastodon accounts, Mastodon before 4.0, Pixelfed, Phanpy
  'ap/users/115@social.example': [
    ...[`${SERVER}/ap/users/115`, `${SERVER}/web/accounts/115`],
    ...[`${SERVER}/i/web/profile/115`, `${VIEWER}/#/social.example/a/115`, 'ap/users/115@social.example'],
  ],
  // Pleroma and Akkoma
  'ap/users/AbCdEf0123456789xY@social.example': [`${SERVER}/users/AbCdEf0123456789xY`],
  // Mitra
  'ap/users/01920f9b-2c3d-7e4f-8a5b-6c7d8e9f0a1b@social.example': [
    `${SERVER}/profile/01920f9b-2c3d-7e4f-8a5b-6c7d8e9f0a1b`,
  ],
}

export const NO_HANDLES: readonly string[] = [
  ...['garden', '@garden', '@garden@localhost', 'garden@192.0.2.1', 'garden@[2001:db8::1]', 'garden@2001:db8::1'],
  ...['garden@social.example:', 'garden@social.example:0', 'garden@social.example:65536', 'garden@social.example..'],
  ...['gar den@social.example', '.garden@social.example', 'garden@@social.example', 'gärden@social.example'],
  ...[`${SERVER}/`, `${SERVER}/about`, `${SERVER}/login`, `${SERVER}/settings/profile`],
  ...[
    `${SERVER}/i/web`,
    `${SERVER}/timeline/public`,
    `${SERVER}/favicon.ico`,
    `${SERVER}/index.html`,
    `${SERVER}/Explore`,
  ],
  ...[
    `${SERVER}/@garden/1234`,
    `${SERVER}/p/garden/1234`,
    // Only some posts of an account.
    `${SERVER}/notice/AbCdEf0123456789xY`,
  ],
  ...[`${SERVER}/deck/garden`, `${SERVER}/@garden/unfollow`, `${SERVER}/garden/unfollow`, `${SERVER}/garden/status/1`],
  ...['https://user:secret@social.example/@garden', `${SERVER}/%E0%A4%A`, 'ftp://social.example/@garden'],
  ...[`${VIEWER}/#/a/115`, `${VIEWER}/accounts/115`, `${VIEWER}/https://viewer.example/https://social.example/@garden`],
  ...[`${VIEWER}/authorize_interaction?uri=https://social.example/@garden/1234`, `${VIEWER}/authorize_interaction`],
  `${'a'.repeat(65)}@social.example`,
]

/** Kind → URLs that exist but cannot be scanned. */
export const UNSUPPORTED_URLS: Readonly<Record<string, readonly string[]>> = {
  view: ['https://social.example/tags/bread?local=true'],
  section: ['https://social.example/@garden/collections'],
  likes: ['https://social.example/@garden/favorites'],
  list: ['https://shore.example/lists/12', 'https://shore.example/collections/12'],
  search: ['https://shore.example/search?q=tides'],
  feed: ['https://shore.example/public/remote', 'https://shore.example/explore/links'],
  group: ['https://shore.example/groups/12'],
}
