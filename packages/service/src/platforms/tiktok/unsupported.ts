// URLs of things that TikTok has and the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans TikTok accounts only.',
  home: 'tiktok.com',
  parts: {
    user: '[\\w.]{1,40}',
    kind: 'sticker|effect',
    how: 'video|user|live|photo',
    language: '[a-z]{2}(?:-[A-Za-z]{2,4})?',
  },
  urls: {
    hashtag: ['tiktok.com/tag/{word}'],
    search: ['tiktok.com/search?q={words}', 'tiktok.com/search/{how}?q={words}'],
    sound: ['tiktok.com/music/{sound}'],
    topic: ['tiktok.com/discover/{topic}', 'tiktok.com/channel/{topic}'],
    playlist: ['tiktok.com/@{user}/playlist/{list}'],
    collection: ['tiktok.com/@{user}/collection/{list}'],
    likes: ['tiktok.com/@{user}/liked'],
    section: ['tiktok.com/@{user}/reposts'],
    place: ['tiktok.com/place/{place}'],
    effect: ['tiktok.com/{kind}/{effect}'],
  },
}
