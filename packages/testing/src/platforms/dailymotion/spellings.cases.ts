// Spellings of Dailymotion users that people paste, and near misses.

export const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  harbourtv: [
    'https://www.dailymotion.com/@harbourtv',
    'https://www.dailymotion.com/en-us/harbourtv',
    'https://touch.dailymotion.com/harbourtv',
    'https://www.dailymotion.com/rss/user/harbourtv',
    'https://www.dailymotion.com/harbourtv/about',
    'https://www.dailymotion.com//harbourtv',
    'HarbourTV',
    '@harbourtv',
    'https://www.dailymotion.com/harbourtv',
    'http://dailymotion.com/user/HarbourTV/',
    'dailymotion.com/harbourtv/videos',
    'https://www.dailymotion.com/fr/harbourtv',
    'https://www.dailymotion.com/user/harbourtv/1?x=1',
  ],
  'playlist/x5abcd': [
    'https://www.dailymotion.com/playlist/x5abcd',
    'https://www.dailymotion.com/fr/playlist/x5abcd_tides-and-fog',
    'https://www.dailymotion.com/playlist/X5abcd_harbourtv_tides/1',
    'https://www.dailymotion.com/embed/playlist/x5abcd',
    'https://geo.dailymotion.com/player.html?playlist=x5abcd',
    'https://geo.dailymotion.com/player/xabc1.html?playlist=x5abcd',
    'Playlist/x5abcd',
  ],
  'channel/news': [
    'https://www.dailymotion.com/channel/news',
    'https://www.dailymotion.com/fr/channel/News/1',
    'Channel/News',
  ],
  '#port': ['#Port', '＃port'],
  x1zzzz: ['https://www.dailymotion.com/partner/x1zzzz/media/video', 'https://www.dailymotion.com/x1zzzz'],
}

export const NOT_HANDLES: readonly string[] = [
  'x',
  'two words',
  'a@b',
  'https://www.dailymotion.com/',
  'https://www.dailymotion.com/fr',
  'https://www.dailymotion.com/video/x9aaaa1',
  ...['playlist/', 'playlist/5abcd', 'playlist/x5/1', 'channel/', 'channel/nothing', '#', '#2026', '#a/b'],
  'https://www.dailymotion.com/playlist/',
  'https://www.dailymotion.com/channel/nothing',
  'https://geo.dailymotion.com/player.html?playlist=',
  'https://www.dailymotion.com.evil.example/playlist/x5abcd',
  'https://dai.ly/x9aaaa1',
  'https://www.dailymotion.com.evil.example/harbourtv',
  'https://user:secret@www.dailymotion.com/harbourtv',
  'https://www.dailymotion.com:8443/harbourtv',
  'https://geo.dailymotion.com/player.html?video=x9aaaa1',
  'https://www.dailymotion.com/embed/video/x9aaaa1',
  'https://www.dailymotion.com/partner/',
  'https://www.dailymotion.com/search/harbour/videos',
  'https://api.dailymotion.com/user/harbourtv',
]

/** Kind → URLs that exist but cannot be scanned. */
export const UNSUPPORTED_URLS: Readonly<Record<string, readonly string[]>> = {
  lists: ['https://www.dailymotion.com/acme/subscriptions'],
  playlists: ['https://www.dailymotion.com/acme/playlists'],
  likes: ['https://www.dailymotion.com/acme/likes'],
  topic: ['https://www.dailymotion.com/topic/x1abc'],
  search: ['https://www.dailymotion.com/search/harbour/videos'],
}
