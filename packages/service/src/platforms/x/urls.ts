// URLs of posts, at x.com and at twitter.com.

import type { PostAddresses } from '../../upstream/contract/platform.ts'
import { oembedAt } from '../../urls/oembed-at.ts'
import { postOfId } from '../../urls/post-of-id.ts'

const ID = '\\d{1,24}'
const BY_NAME = 'https://x.com/{user}/status/{id}'
const BY_ID = 'https://x.com/i/status/{id}'

export const POSTS: PostAddresses = {
  parts: { user: '\\w{1,20}', id: ID, part: '[dgit]', act: 'like|retweet|repost|favorite|follow|tweet|post' },
  patterns: {
    'x.com/i/status/{id}/**': BY_ID,
    'x.com/i/statuses/{id}/**': BY_ID,
    'x.com/i/web/status/{id}/**': BY_ID,
    'x.com/{user}/status/{id}/**': BY_NAME,
    'x.com/{user}/statuses/{id}/**': BY_NAME,
    'x.com/@{user}/status/{id}/**': BY_NAME,
    'x.com/statuses/{id}': BY_ID,
    'x.com/i/videos/tweet/{id}': BY_ID,
    // The links of buttons in an embedded post.
    'x.com/intent/{act}?tweet_id={id}': BY_ID,
    'x.com/intent/{act}?in_reply_to={id}': BY_ID,
    // The frame of an embedded post.
    'platform.x.com/embed/{page}?id={id}': BY_ID,
  },
  hosts: {
    'twitter.com': 'x.com',
    'platform.twitter.com': 'platform.x.com',
    // Mirrors with X's paths, for previews in chats and for reading without an account.
    ...{ 'fxtwitter.com': 'x.com', 'fixupx.com': 'x.com', 'vxtwitter.com': 'x.com', 'fixvx.com': 'x.com' },
    // Mirrors that show only the image, the gallery or the text.
    ...{ '{part}.fxtwitter.com': 'x.com', '{part}.fixupx.com': 'x.com', '{part}.vxtwitter.com': 'x.com' },
    ...{ 'nitter.net': 'x.com', 'xcancel.com': 'x.com' },
  },
  domains: ['x.com', 'twitter.com', 't.co'],
  short: ['t.co/{code}', 'pic.x.com/{code}', 'pic.twitter.com/{code}'],
  ofId: postOfId(ID, BY_ID),
}

export const oembedUrl = oembedAt('https://publish.x.com/oembed', { dnt: 'true' })
