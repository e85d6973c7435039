// URLs of photos and videos. `short` is the id in base 58.

import type { PostAddresses } from '../../upstream/contract/platform.ts'
import { oembedAt } from '../../urls/oembed-at.ts'

const PHOTO = 'https://www.flickr.com/photos/{user}/{id}/'

export const POSTS: PostAddresses = {
  parts: { user: '(?!tags/)[\\w@-]{2,60}', id: '\\d{4,14}', short: '[1-9A-HJ-NP-Za-km-z]{2,12}', list: 'albums|sets' },
  patterns: {
    'flickr.com/photos/{user}/{id}/**': PHOTO,
    'flickr.com/photos/{user}/{list}/{album:id}/with/{id}/**': PHOTO,
    // Shared from Flickr's apps and e-mails.
    'flickr.com/x/t/{way}/photos/{user}/{id}/**': PHOTO,
    'flic.kr/p/{short}': 'https://flic.kr/p/{short}',
  },
  hosts: { 'secure.flickr.com': 'flickr.com' },
  domains: ['flickr.com', 'flic.kr'],
  short: ['flickr.com/gp/{user}/{code}', 'flickr.com/photo.gne?id={id}', 'flickr.com/photo.gne?short={short}'],
}

export const oembedUrl = oembedAt('https://www.flickr.com/services/oembed/', { format: 'json' })
