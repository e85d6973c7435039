// URLs of posts. oEmbed needs no token (https://developers.facebook.com/docs/threads/tools-and-resources/embed-a-threads-post).

import type { PostAddresses } from '../../upstream/contract/platform.ts'
import { oembedAt } from '../../urls/oembed-at.ts'

/** The API's origin. */
export const ORIGIN = 'https://graph.threads.net'
export const API = `${ORIGIN}/v1.0`

/** The origin that issues the tokens of connected profiles. */
export const OWN_ORIGIN = 'https://graph.threads.com'
export const OWN_API = `${OWN_ORIGIN}/v1.0`

/** The bucket of searches. */
export const SEARCHES = 'searches'

/** A profile that every token may read, even without App Review. */
export const CONTROL_NAME = 'threads'

export const POSTS: PostAddresses = {
  parts: { user: '[\\w.]{1,30}', code: '[\\w-]{5,64}' },
  patterns: {
    'threads.com/@{user}/post/{code}/**': 'https://www.threads.com/@{user}/post/{code}',
    'threads.com/t/{code}/**': 'https://www.threads.com/t/{code}',
  },
  hosts: { 'threads.net': 'threads.com' },
  domains: ['threads.com', 'threads.net'],
}

export const oembedUrl = oembedAt('https://graph.threads.net/v1.0/oembed')
