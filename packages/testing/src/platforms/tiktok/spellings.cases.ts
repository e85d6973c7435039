// Spellings of TikTok accounts as people paste them, and texts that only look like them.

export const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  acme: [
    'https://www.tiktok.com/@acme?is_from_webapp=1&sender_device=pc',
    'https://www.tiktok.com/@acme?_r=1&_t=8abc',
    'https://www.tiktok.com/@acme/live',
    'https://www.tiktok.com/@acme/live?enter_from_merge=x',
    'https://www.tiktok.com/embed/@acme',
    '//www.tiktok.com/@acme',
    'https://www.tiktok.com//@acme/',
    'https://www.tiktok.com/@acme%E2%80%8E',
    '@Acme',
    'ACME',
    'https://www.tiktok.com/@acme',
    'https://m.tiktok.com/@Acme/?lang=en',
    'tiktok.com/@acme?_t=1',
    'https://www.tiktok.com/%40acme',
  ],
  'a.b_1': ['@A.B_1', 'https://tiktok.com/@a.b_1'],
}

export const NOT_HANDLES: readonly string[] = [
  'a',
  '@ends.',
  'two words',
  `@${'a'.repeat(25)}`,
  'https://www.tiktok.com/',
  'https://www.tiktok.com/acme',
  'https://www.tiktok.com/@acme/video/7412345678901234567',
  'https://vm.tiktok.com/ZMabc/',
  'https://www.tiktok.com.evil.example/@acme',
  'https://a@www.tiktok.com/@acme',
  'https://www.tiktok.com/@acme/photo/7412345678901234567',
  'https://www.tiktok.com/@acme/playlist/x-7412345678901234567',
  'https://www.tiktok.com/tag/bread',
  'https://www.tiktok.com/foryou',
  'https://www.tiktok.com/embed/v2/7412345678901234567',
  'https://www.tiktok.com/t/ZTabc/',
  'https://www.tiktok.com:8443/@acme',
  '@acme@tiktok.com',
]

/** Kind → URLs of things that exist and cannot be scanned. */
export const UNSUPPORTED_URLS: Readonly<Record<string, readonly string[]>> = {
  section: ['https://www.tiktok.com/@acme/reposts'],
  likes: ['https://www.tiktok.com/@acme/liked'],
  hashtag: ['https://www.tiktok.com/tag/bread', '#bread', 'https://m.tiktok.com/tag/bread?lang=de'],
  search: ['https://www.tiktok.com/search?q=bread', 'https://www.tiktok.com/search/video?q=bread'],
  sound: ['https://www.tiktok.com/music/original-sound-7412345678901234567'],
  topic: ['https://www.tiktok.com/discover/bread'],
  playlist: ['https://www.tiktok.com/@acme/playlist/x-7412345678901234567'],
  collection: ['https://www.tiktok.com/@acme/collection/x-7412345678901234567'],
  place: ['https://www.tiktok.com/place/Harbour-7412345678901234567'],
  effect: ['https://www.tiktok.com/sticker/Bread-123456'],
}
