// URLs of videos. YouTube has an oEmbed endpoint: https://www.youtube.com/oembed.

import type { PostAddresses } from '../../upstream/contract/platform.ts'
import { oembedAt } from '../../urls/oembed-at.ts'
import { postOfId } from '../../urls/post-of-id.ts'

export const SITE = 'https://www.youtube.com'

/** Two words of eleven letters may occur in the place of an id. */
const ID = '(?!videoseries$|live_stream$)[\\w-]{11}'
const WATCH = 'https://www.youtube.com/watch?v={id}'

export const POSTS: PostAddresses = {
  parts: { id: ID, watch: 'watch_popup|watch\\.php|movie|live_chat', ending: '[a-z]{2}|com?\\.[a-z]{2}' },
  patterns: {
    'youtube.com/watch?v={id}': WATCH,
    'youtube.com/{watch}?v={id}': WATCH,
    'youtube.com/?v={id}': WATCH,
    'youtube.com/shorts/{id}': 'https://www.youtube.com/shorts/{id}',
    'youtube.com/live/{id}': WATCH,
    'youtube.com/embed/{id}': WATCH,
    'youtube.com/v/{id}': WATCH,
    'youtube.com/e/{id}': WATCH,
    'youtu.be/{id}': WATCH,
    'youtu.be/watch?v={id}': WATCH,
    'youtu.be/shorts/{id}': 'https://www.youtube.com/shorts/{id}',
    'youtu.be/live/{id}': WATCH,
    'youtu.be/embed/{id}': WATCH,
    'studio.youtube.com/video/{id}/**': WATCH,
  },
  hosts: {
    'youtube-nocookie.com': 'youtube.com',
    'youtubekids.com': 'youtube.com',
    'youtubeeducation.com': 'youtube.com',
    'youtube.googleapis.com': 'youtube.com',
    'youtube.{ending}': 'youtube.com',
  },
  domains: ['youtube.com', 'youtu.be', 'youtube-nocookie.com', 'yt.be'],
  ofId: postOfId(ID, WATCH),
}

export const oembedUrl = oembedAt('https://www.youtube.com/oembed', { format: 'json' })
