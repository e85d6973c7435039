// The origins of the two APIs, and URLs of stories and comments, which are all items.

import type { PostAddresses } from '../../upstream/contract/platform.ts'

export const API = 'https://hacker-news.firebaseio.com'
export const SEARCH = 'https://hn.algolia.com'
export const SITE_ORIGIN = 'https://news.ycombinator.com'

const ITEM = `${SITE_ORIGIN}/item?id={id}`

export const POSTS: PostAddresses = {
  parts: { id: '[1-9]\\d{0,11}' },
  patterns: {
    'news.ycombinator.com/item?id={id}': ITEM,
    'news.ycombinator.com/reply?id={id}': ITEM,
    'news.ycombinator.com/context?id={id}': ITEM,
  },
  domains: ['news.ycombinator.com'],
}
