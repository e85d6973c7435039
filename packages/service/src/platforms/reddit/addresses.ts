// What the addresses of Reddit's posts and comments look like.

import type { PostAddresses } from '../contract/platform.ts'

export const addresses: PostAddresses = {
  parts: { kind: 'r|user|u', name: '[\\w-]{2,24}', id: '[a-z0-9]{4,10}', comment: '[a-z0-9]{4,12}' },
  patterns: {
    'reddit.com/{kind}/{name}/comments/{id}': 'https://www.reddit.com/{kind}/{name}/comments/{id}/_/',
    'reddit.com/{kind}/{name}/comments/{id}/{slug}': 'https://www.reddit.com/{kind}/{name}/comments/{id}/{slug}/',
    'reddit.com/{kind}/{name}/comments/{id}/{slug}/{comment}':
      'https://www.reddit.com/{kind}/{name}/comments/{id}/{slug}/{comment}/',
  },
  domains: ['reddit.com', 'redd.it'],
  short: [
    ...['redd.it/{id}', 'v.redd.it/{id}', 'reddit.com/{kind}/{name}/s/{code}'],
    ...['reddit.com/comments/{id}/**', 'reddit.com/gallery/{id}'],
  ],
}

/** Reddit's oEmbed endpoint (https://github.com/iamcal/oembed, providers/reddit.yml). */
export const oembed = (post: URL): URL => {
  const url = new URL('https://www.reddit.com/oembed')
  url.searchParams.set('url', post.href)
  return url
}
