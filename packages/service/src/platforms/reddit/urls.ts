// URLs of posts and of their comments. URLs without a subreddit redirect to these.

import type { PostAddresses } from '../../upstream/contract/platform.ts'
import { oembedAt } from '../../urls/oembed-at.ts'
import { postOfId } from '../../urls/post-of-id.ts'

const ofNumber = postOfId('[a-z0-9]{4,10}', 'https://www.reddit.com/comments/{id}')

export const POSTS: PostAddresses = {
  parts: {
    ...{ kind: 'r|user|u', name: '[\\w-]{2,24}', id: '[a-z0-9]{4,10}', file: '\\.(?:json|rss|xml)' },
    // Titles in URLs contain neither punctuation nor spaces.
    ...{ slug: '[^/.]+', comment: '[a-z0-9]{4,10}' },
    ...{ country: '[a-z]{2}(?:-[a-z0-9]{2,3})?', face: 'i|embed|ssl|pay' },
  },
  patterns: {
    'reddit.com/{kind}/{name}/comments/{id}': 'https://www.reddit.com/{kind}/{name}/comments/{id}/_/',
    // A placeholder for the title.
    'reddit.com/{kind}/{name}/comments/{id}/_': 'https://www.reddit.com/{kind}/{name}/comments/{id}/_/',
    'reddit.com/{kind}/{name}/comments/{id}/{slug}': 'https://www.reddit.com/{kind}/{name}/comments/{id}/{slug}/',
    'reddit.com/{kind}/{name}/comments/{id}/{slug}/{comment}':
      'https://www.reddit.com/{kind}/{name}/comments/{id}/{slug}/{comment}/',
    // The same in machine-readable formats.
    'reddit.com/{kind}/{name}/comments/{id}{file}': 'https://www.reddit.com/{kind}/{name}/comments/{id}/_/',
    'reddit.com/{kind}/{name}/comments/{id}/{file}': 'https://www.reddit.com/{kind}/{name}/comments/{id}/_/',
    'reddit.com/{kind}/{name}/comments/{id}/{slug}{file}': 'https://www.reddit.com/{kind}/{name}/comments/{id}/{slug}/',
    'reddit.com/{kind}/{name}/comments/{id}/{slug}/{file}':
      'https://www.reddit.com/{kind}/{name}/comments/{id}/{slug}/',
    'reddit.com/{kind}/{name}/comments/{id}/{slug}/{comment}{file}':
      'https://www.reddit.com/{kind}/{name}/comments/{id}/{slug}/{comment}/',
    'reddit.com/{kind}/{name}/comments/{id}/{slug}/{comment}/{file}':
      'https://www.reddit.com/{kind}/{name}/comments/{id}/{slug}/{comment}/',
  },
  hosts: {
    '{country}.reddit.com': 'reddit.com',
    '{face}.reddit.com': 'reddit.com',
    'redditmedia.com': 'reddit.com',
    'embed.redditmedia.com': 'reddit.com',
    // Mirrors with Reddit's paths, for previews in chats.
    ...{ 'rxddit.com': 'reddit.com', 'vxreddit.com': 'reddit.com' },
  },
  domains: ['reddit.com', 'redd.it', 'redditmedia.com', 'reddit.app.link'],
  short: [
    ...['redd.it/{id}', 'v.redd.it/{code}', 'reddit.com/gallery/{id}', 'reddit.com/comments/{id}/**'],
    ...['reddit.com/tb/{id}', 'reddit.com/poll/{id}', 'reddit.com/video/{code}'],
    'reddit.com/{kind}/{name}/s/{code}',
  ],
  // Ids of posts may have the prefix of their kind, t3.
  ofId: (id) => ofNumber(id.replace(/^t3_/, '')),
}

export const oembedUrl = oembedAt('https://www.reddit.com/oembed')
