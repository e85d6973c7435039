// Spellings of Twitch channels as people paste them, and texts that only look like them.

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
]

/** Kind → URLs of things that exist and cannot be scanned. */
export const UNSUPPORTED_URLS: Readonly<Record<string, readonly string[]>> = {
  schedule: ['https://www.twitch.tv/acme/schedule'],
  category: [
    'https://www.twitch.tv/directory/all',
    'https://www.twitch.tv/directory/category/bread-making/clips',
    'https://www.twitch.tv/directory/game/Bread%20Making',
  ],
  team: ['https://www.twitch.tv/team/bakers'],
  collection: ['https://www.twitch.tv/collections/AbCdEf'],
  search: ['https://www.twitch.tv/search?term=bread'],
}
