// Addresses of posts, in the blog and on the dashboard.

import type { PostAddresses } from '../../upstream/contract/platform.ts'
import { oembedAt } from '../../urls/oembed-at.ts'

/** Where its API is. */
export const API = 'https://api.tumblr.com'

const POST = 'https://{blog}.tumblr.com/post/{id}'

/** What stands where a blog's name would: hosts of the site itself, and its lists. */
const NO_BLOG = [
  ...['www', 'm', 'at', 'embed', 'api', 'assets', 'static', 'media'],
  ...['post', 'blog', 'tagged', 'search', 'explore', 'dashboard', 'reblog', 'communities', 'video', 'image'],
].join('|')

export const POSTS: PostAddresses = {
  parts: {
    blog: `(?!(?:${NO_BLOG})[./])[a-z0-9][a-z0-9-]{0,31}`,
    // The first posts have short numbers, which say enough only behind `post`.
    ...{ id: '\\d{5,24}', number: '\\d{1,24}' },
    view: 'blog(?:/view)?|dashboard/blog|video|edit|reblog',
  },
  patterns: {
    '{blog}.tumblr.com/post/{id:number}/**': POST,
    '{blog}.tumblr.com/{id}/**': POST,
    'tumblr.com/{blog}/{id}/**': POST,
    'tumblr.com/@{blog}/{id}/**': POST,
    'tumblr.com/{view}/{blog}/{id}/**': POST,
    '{blog}.tumblr.com/image/{id}': POST,
  },
  domains: ['tumblr.com', 'tmblr.co'],
  short: ['tmblr.co/{code}', 'at.tumblr.com/{code}/**'],
}

export const oembedUrl = oembedAt('https://www.tumblr.com/oembed/1.0')
