// Addresses of posts and of their comments. Those without a subreddit only lead on.

import { oembedAt } from '../addresses/oembed-at.ts'
import { postOfId } from '../addresses/post-of-id.ts'
import type { PostAddresses } from '../contract/platform.ts'

const ofNumber = postOfId('[a-z0-9]{4,10}', 'https://www.reddit.com/comments/{id}')

export const POSTS: PostAddresses = {
  parts: { kind: 'r|user|u', name: '[\\w-]{2,24}', id: '[a-z0-9]{4,10}' },
  patterns: {
    'reddit.com/{kind}/{name}/comments/{id}': 'https://www.reddit.com/{kind}/{name}/comments/{id}/_/',
    // Stands where the title would, and is none.
    'reddit.com/{kind}/{name}/comments/{id}/_': 'https://www.reddit.com/{kind}/{name}/comments/{id}/_/',
    'reddit.com/{kind}/{name}/comments/{id}/{slug}': 'https://www.reddit.com/{kind}/{name}/comments/{id}/{slug}/',
    'reddit.com/{kind}/{name}/comments/{id}/{slug}/{comment}':
      'https://www.reddit.com/{kind}/{name}/comments/{id}/{slug}/{comment}/',
  },
  domains: ['reddit.com', 'redd.it'],
  short: [
    ...['redd.it/{id}', 'v.redd.it/{code}', 'reddit.com/gallery/{id}', 'reddit.com/comments/{id}/**'],
    'reddit.com/{kind}/{name}/s/{code}',
  ],
  // Posts are numbered as things of the kind t3.
  ofId: (id) => ofNumber(id.replace(/^t3_/, '')),
}

export const oembedUrl = oembedAt('https://www.reddit.com/oembed')
