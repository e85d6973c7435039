// Addresses of films. https://www.youtube.com/oembed tells of each.

import { oembedAt } from '../addresses/oembed-at.ts'
import { postOfId } from '../addresses/post-of-id.ts'
import type { PostAddresses } from '../contract/platform.ts'

export const SITE = 'https://www.youtube.com'

/** Two words of eleven letters stand where a film's id would. */
const ID = '(?!videoseries$|live_stream$)[\\w-]{11}'
const WATCH = 'https://www.youtube.com/watch?v={id}'

export const POSTS: PostAddresses = {
  parts: { id: ID },
  patterns: {
    'youtube.com/watch?v={id}': WATCH,
    'youtube.com/shorts/{id}': 'https://www.youtube.com/shorts/{id}',
    'youtube.com/live/{id}': WATCH,
    'youtube.com/embed/{id}': WATCH,
    'youtube.com/v/{id}': WATCH,
    'youtube.com/e/{id}': WATCH,
    'youtu.be/{id}': WATCH,
  },
  hosts: { 'youtube-nocookie.com': 'youtube.com' },
  domains: ['youtube.com', 'youtu.be', 'youtube-nocookie.com'],
  ofId: postOfId(ID, WATCH),
}

export const oembedUrl = oembedAt('https://www.youtube.com/oembed', { format: 'json' })
