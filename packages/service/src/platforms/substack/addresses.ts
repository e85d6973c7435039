// Addresses of articles. Substack has no oEmbed.

import type { PostAddresses } from '../contract/platform.ts'

const BY_ID = 'https://substack.com/home/post/p-{id}'

export const POSTS: PostAddresses = {
  parts: { id: '\\d{4,14}' },
  patterns: {
    '{blog}.substack.com/p/{slug}': 'https://{blog}.substack.com/p/{slug}',
    'substack.com/home/post/p-{id}': BY_ID,
    'substack.com/@{user}/p-{id}': BY_ID,
  },
  domains: ['substack.com'],
}
