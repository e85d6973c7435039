// URLs of posts, in the blog and on the dashboard.

import type { PostAddresses } from '../../upstream/contract/platform.ts'
import { oembedAt } from '../../urls/oembed-at.ts'

/** The API's origin. */
export const API = 'https://api.tumblr.com'

const POST = 'https://{blog}.tumblr.com/post/{id}'

/** Names that are no blogs: hosts and pages of the site itself. */
const NO_BLOG = [
  ...['www', 'm', 'at', 'embed', 'api', 'assets', 'static', 'media'],
  ...['post', 'blog', 'tagged', 'search', 'explore', 'dashboard', 'reblog', 'communities', 'video', 'image'],
].join('|')

export const POSTS: PostAddresses = {
  parts: {
    blog: `(?!(?:${NO_BLOG})[./])[a-z0-9][a-z0-9-]{0,31}`,
    // The first posts have short numbers, which identify a post only behind `post`.
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
