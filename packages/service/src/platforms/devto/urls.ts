// URLs of articles. DEV has no oEmbed.

import type { PostAddresses } from '../../upstream/contract/platform.ts'

export const SITE = 'https://dev.to'

export const POSTS: PostAddresses = {
  parts: { user: '(?!t/|settings/|p/)\\w{1,40}', slug: '[\\w-]+-[a-z0-9]{2,5}' },
  patterns: { 'dev.to/{user}/{slug}': 'https://dev.to/{user}/{slug}' },
  domains: ['dev.to'],
}
