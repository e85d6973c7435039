// URLs of topics, at any host. A number behind them is that of a reply, on the page of its topic.

import type { PostAddresses } from '../../upstream/contract/platform.ts'

const TOPIC = 'https://{host}/t/{id}'

export const POSTS: PostAddresses = {
  parts: { id: '[1-9]\\d{0,9}', reply: '\\d{1,9}', slug: '[^/]*[^/\\d][^/]*' },
  patterns: {
    '{host}/t/{slug}/{id}': TOPIC,
    '{host}/t/{slug}/{id}/{reply}': TOPIC,
    '{host}/t/{id}': TOPIC,
    '{host}/t/{id}/{reply}': TOPIC,
  },
}
