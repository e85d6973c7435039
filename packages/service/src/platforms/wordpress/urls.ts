// URLs of posts at wordpress.com. Post URLs of other sites look like any page's; only a request tells.

import type { PostAddresses } from '../../upstream/contract/platform.ts'
import { oembedAt } from '../../urls/oembed-at.ts'

const BY_ID = 'https://{site}.wordpress.com/?p={id}'

export const POSTS: PostAddresses = {
  parts: {
    year: '\\d{4}',
    month: '\\d{2}',
    day: '\\d{2}',
    id: '\\d{1,12}',
    view: 'amp|embed',
    site: '[a-z0-9][a-z0-9-]*',
  },
  patterns: {
    '{site}.wordpress.com/{year}/{month}/{day}/{slug}': 'https://{site}.wordpress.com/{year}/{month}/{day}/{slug}/',
    '{site}.wordpress.com/{year}/{month}/{day}/{slug}/{view}':
      'https://{site}.wordpress.com/{year}/{month}/{day}/{slug}/',
    '{site}.wordpress.com/?p={id}': BY_ID,
    // Pages that the author sees.
    '{site}.wordpress.com/wp-admin/post.php?post={id}': BY_ID,
    'wordpress.com/post/{site}.wordpress.com/{id}': BY_ID,
    'wordpress.com/block-editor/post/{site}.wordpress.com/{id}': BY_ID,
    'wordpress.com/stats/post/{id}/{site}.wordpress.com': BY_ID,
  },
  domains: ['wordpress.com', 'wp.me'],
  short: ['wp.me/{code}'],
}

/** https://developer.wordpress.com/docs/oembed-provider-api/ */
export const oembedUrl = oembedAt('https://public-api.wordpress.com/oembed/', { for: 'central-api' })
