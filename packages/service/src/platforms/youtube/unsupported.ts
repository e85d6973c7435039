// URLs of things that YouTube has and the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans channels, playlists, hashtags and searches of YouTube.',
  says: {
    search: 'The service searches all of YouTube, without filters: `search/words`.',
    hashtag: 'The service scans all videos of a hashtag: `#tag`.',
    playlist: 'YouTube’s API has no mixes, private lists, shows and pages of albums.',
  },
  home: 'youtube.com',
  parts: {
    playlists: 'playlists|podcasts|releases|courses',
    wall: 'community|posts',
    list: '(?:RD|LL|WL|LM|HL)[\\w-]{0,62}',
    channel: '@[^/]+|(?:channel|user|c)/[^/]+',
    about: 'members|membership|store|channels',
    videos: 'videos|shorts|streams|live',
    best: 'p|da',
    music: '(?:MPRE|VLRD|RD)[\\w-]+',
  },
  urls: {
    playlist: [
      'youtube.com/playlist?list={list}',
      'youtube.com/embed/videoseries?list={list}',
      'youtube.com/watch?list={list}',
      'youtube-nocookie.com/embed/videoseries?list={list}',
      'youtube.com/show/{show}',
      'youtube.com/browse/{music}',
    ],
    hashtag: ['youtube.com/hashtag/{word}/{tab}'],
    search: [
      'youtube.com/results?sp={filter}',
      'youtube.com/search?q={words}',
      'youtube.com/{channel}/search?query={words}',
    ],
    section: ['youtube.com/{channel}/{about}'],
    view: ['youtube.com/{channel}/{videos}?sort={best}'],
    feed: ['youtube.com/feed/{feed}/**'],
    playlists: ['youtube.com/{channel}/{playlists}'],
    community_posts: ['youtube.com/{channel}/{wall}'],
  },
}
