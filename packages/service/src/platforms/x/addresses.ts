// Addresses of posts, under the name of before too.

import { oembedAt } from '../addresses/oembed-at.ts'
import { postOfId } from '../addresses/post-of-id.ts'
import type { PostAddresses } from '../contract/platform.ts'

const ID = '\\d{1,24}'
const BY_NAME = 'https://x.com/{user}/status/{id}'
const BY_ID = 'https://x.com/i/status/{id}'

export const POSTS: PostAddresses = {
  parts: { user: '\\w{1,20}', id: ID },
  patterns: {
    'x.com/i/status/{id}/**': BY_ID,
    'x.com/i/statuses/{id}/**': BY_ID,
    'x.com/i/web/status/{id}/**': BY_ID,
    'x.com/{user}/status/{id}/**': BY_NAME,
    'x.com/{user}/statuses/{id}/**': BY_NAME,
  },
  hosts: { 'twitter.com': 'x.com' },
  domains: ['x.com', 'twitter.com'],
  short: ['t.co/{code}'],
  ofId: postOfId(ID, BY_ID),
}

export const oembedUrl = oembedAt('https://publish.x.com/oembed', { dnt: 'true' })
