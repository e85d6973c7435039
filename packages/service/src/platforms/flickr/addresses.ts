// Addresses of photos and films. `short` is the id in base 58.

import { oembedAt } from '../addresses/oembed-at.ts'
import type { PostAddresses } from '../contract/platform.ts'

export const POSTS: PostAddresses = {
  parts: { user: '(?!tags/)[\\w@-]{2,60}', id: '\\d{4,14}', short: '[1-9A-HJ-NP-Za-km-z]{2,12}' },
  patterns: {
    'flickr.com/photos/{user}/{id}/**': 'https://www.flickr.com/photos/{user}/{id}/',
    'flic.kr/p/{short}': 'https://flic.kr/p/{short}',
  },
  domains: ['flickr.com', 'flic.kr'],
}

export const oembedUrl = oembedAt('https://www.flickr.com/services/oembed/', { format: 'json' })
