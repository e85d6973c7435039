// Addresses of posts, in the blog and on the dashboard.

import { oembedAt } from '../addresses/oembed-at.ts'
import type { PostAddresses } from '../contract/platform.ts'

/** Where its API is. */
export const API = 'https://api.tumblr.com'

const POST = 'https://{blog}.tumblr.com/post/{id}'

export const POSTS: PostAddresses = {
  parts: {
    blog: '(?!(?:www|m|post|blog|tagged|search|explore|dashboard)[./])[a-z0-9][a-z0-9-]{0,31}',
    id: '\\d{5,24}',
  },
  patterns: {
    '{blog}.tumblr.com/post/{id}/**': POST,
    '{blog}.tumblr.com/{id}/**': POST,
    'tumblr.com/{blog}/{id}/**': POST,
    'tumblr.com/blog/view/{blog}/{id}/**': POST,
  },
  domains: ['tumblr.com', 'tmblr.co'],
  short: ['tmblr.co/{code}'],
}

export const oembedUrl = oembedAt('https://www.tumblr.com/oembed/1.0')
