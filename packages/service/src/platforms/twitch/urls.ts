// URLs of videos and clips. Twitch has no oEmbed.

import type { PostAddresses } from '../../upstream/contract/platform.ts'

/** The API's origin. */
export const API = 'https://api.twitch.tv'

const CLIP = 'https://clips.twitch.tv/{clip}'

export const POSTS: PostAddresses = {
  parts: { id: '\\d{4,14}', user: '\\w{3,25}', kind: 'v|video|videos', clip: '(?!create$)[A-Za-z0-9_-]{6,100}' },
  patterns: {
    'twitch.tv/videos/{id}': 'https://www.twitch.tv/videos/{id}',
    'twitch.tv/{user}/{kind}/{id}': 'https://www.twitch.tv/videos/{id}',
    'dashboard.twitch.tv/u/{user}/content/video-producer/edit/{id}': 'https://www.twitch.tv/videos/{id}',
    'twitch.tv/{user}/clip/{clip}': CLIP,
    'twitch.tv/clip/{clip}': CLIP,
    'clips.twitch.tv/{clip}': CLIP,
    'clips.twitch.tv/{user}/{clip}': CLIP,
  },
  domains: ['twitch.tv'],
  // Every page is the same program. Only the page of an existing video or clip says that it is one.
  shown: /\bog:(?:video\b|type"\s+content="video)|"VideoObject"/,
}
