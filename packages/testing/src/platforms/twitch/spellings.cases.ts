// Spellings of Twitch channels and categories as people paste them, and texts that only look like them.

export const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  acme_1: [
    'https://www.twitch.tv/@acme_1',
    'https://dashboard.twitch.tv/u/acme_1/home',
    'https://dashboard.twitch.tv/u/acme_1/content/video-producer',
    'https://www.twitch.tv/popout/acme_1/chat?popout=',
    'https://www.twitch.tv/embed/acme_1/chat?parent=example.com',
    'https://www.twitch.tv/moderator/acme_1',
    'https://player.twitch.tv/?channel=acme_1&parent=example.com',
    'https://embed.twitch.tv/?channel=acme_1&parent=example.com',
    'https://www.twitch.tv/subs/acme_1',
    'https://de.twitch.tv/acme_1',
    'http://ru.twitch.tv/acme_1/popout',
    'https://www.twitch.tv/acme_1/dashboard',
    'twitch://stream/acme_1',
    '//twitch.tv/acme_1',
    ...['@Acme_1', 'ACME_1', 'https://www.twitch.tv/acme_1', 'http://twitch.tv/Acme_1/', 'm.twitch.tv/acme_1?x=1'],
    ...[
      'https://www.twitch.tv/acme_1/videos?filter=all',
      'https://www.twitch.tv/acme_1/clips',
      'twitch.tv/acme_1/about',
    ],
  ],
  'id/141981764': ['ID/141981764'],
  'game/509658': ['Game/509658'],
  'category/bakers-bread-and-cafe': [
    'https://www.twitch.tv/directory/category/bakers-bread-and-cafe',
    'https://m.twitch.tv/directory/category/Bakers-Bread-and-Cafe/?sort=VIEWER_COUNT',
    'https://www.twitch.tv/directory/category/bakers-bread-and-cafe/clips',
    'https://www.twitch.tv/directory/category/bakers-bread-and-cafe/videos/all?sort=time',
    'https://www.twitch.tv/directory/game/Baker%E2%80%99s%20Bread%20%26%20Caf%C3%A9',
    "https://www.twitch.tv/directory/game/Baker's%20Bread%20%26%20Cafe%CC%81/videos",
    'Category/Bakers-Bread-and-Cafe',
  ],
  'category/2048': ['https://www.twitch.tv/directory/game/2048'],
  'category/がんばれ': ['https://www.twitch.tv/directory/game/%E3%81%8C%E3%82%93%E3%81%B0%E3%82%8C'],
}

export const NOT_HANDLES: readonly string[] = [
  ...['@', 'ab', 'a'.repeat(26), 'two words', 'acme-1', 'id/', 'id/x', 'id/0', 'https://www.twitch.tv/', 'videos'],
  ...[
    'https://www.twitch.tv/directory/all',
    'https://www.twitch.tv/videos/123456',
    'https://www.twitch.tv/acme/clip/Awkward',
  ],
  ...[
    'https://clips.twitch.tv/AwkwardClip',
    'https://www.twitch.tv.evil.example/acme',
    'https://user@www.twitch.tv/acme',
  ],
  ...['https://www.twitch.tv:8443/acme', 'https://evil.example/twitch.tv/acme', 'acme@twitch.tv'],
  'https://player.twitch.tv/?video=v123456&parent=example.com',
  'https://clips.twitch.tv/embed?clip=Awkward',
  'https://www.twitch.tv/team/bakers',
  'https://www.twitch.tv/acme/v/123456',
  'https://www.twitch.tv/acme/video/123456',
  'https://dashboard.twitch.tv/',
  'https://www.twitch.tv/settings/profile',
  'twitch://open?game=x',
  'https://www.twitch.tv/directory/category',
  ...['game/', 'game/bread', 'game/0', 'game/509658/clips', 'category/', 'category/--', 'category/a/b'],
  'https://www.twitch.tv/directory/category/',
  'https://www.twitch.tv/directory/category/bread/clips?range=7d',
  'https://www.twitch.tv/directory/category/bread/videos/other',
  'https://www.twitch.tv/directory/category/%FF',
]

/** Kind → URLs of things that exist and cannot be scanned. */
export const UNSUPPORTED_URLS: Readonly<Record<string, readonly string[]>> = {
  view: [
    'https://www.twitch.tv/acme/videos?filter=clips&range=7d',
    'https://www.twitch.tv/acme/clips?range=7d',
    'https://www.twitch.tv/acme/videos?filter=archives&sort=views',
  ],
  playlists: ['https://www.twitch.tv/acme/collections'],
  schedule: ['https://www.twitch.tv/acme/schedule'],
  category: [
    'https://www.twitch.tv/directory/all',
    'https://www.twitch.tv/directory/category/bread-making?tl=c2542d6d-cd10-4532-919b-3d19f30a768b',
    'https://www.twitch.tv/directory/category/bread-making/clips?range=7d',
    'https://www.twitch.tv/directory/category/bread-making?filter=drops',
  ],
  team: ['https://www.twitch.tv/team/bakers'],
  collection: ['https://www.twitch.tv/collections/AbCdEf'],
  search: ['https://www.twitch.tv/search?term=bread'],
}
