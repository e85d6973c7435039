// Addresses of films.

import { oembedAt } from '../addresses/oembed-at.ts'
import { postOfId } from '../addresses/post-of-id.ts'
import type { PostAddresses } from '../contract/platform.ts'

/** Where its API is. */
export const API = 'https://api.vimeo.com'

export const POSTS: PostAddresses = {
  parts: { id: '\\d{1,12}', hash: '[0-9a-f]{8,12}' },
  patterns: {
    'vimeo.com/{id}': 'https://vimeo.com/{id}',
    'vimeo.com/{id}/{hash}': 'https://vimeo.com/{id}/{hash}',
    'vimeo.com/channels/{channel}/{id}': 'https://vimeo.com/channels/{channel}/{id}',
    'vimeo.com/groups/{group}/videos/{id}': 'https://vimeo.com/groups/{group}/videos/{id}',
    'vimeo.com/album/{album}/video/{id}': 'https://vimeo.com/album/{album}/video/{id}',
    'vimeo.com/showcase/{album}/video/{id}': 'https://vimeo.com/album/{album}/video/{id}',
    'vimeo.com/ondemand/{film}/{id}': 'https://vimeo.com/ondemand/{film}/{id}',
    'vimeo.com/event/{event:id}': 'https://vimeo.com/event/{event}',
    'vimeo.com/event/{event:id}/{hash}': 'https://vimeo.com/event/{event}/{hash}',
    'player.vimeo.com/video/{id}': 'https://vimeo.com/{id}',
  },
  domains: ['vimeo.com'],
  ofId: postOfId('\\d{1,12}', 'https://vimeo.com/{id}'),
}

export const oembedUrl = oembedAt('https://vimeo.com/api/oembed.json')
