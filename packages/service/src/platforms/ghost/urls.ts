// Addresses of articles at Ghost’s own host; a site of its own is known by asking. Lists and the reader’s own pages are none.

import type { PostAddresses } from '../../upstream/contract/platform.ts'

export const POSTS: PostAddresses = {
  parts: { slug: '(?!(?:about|author|ghost|members|page|portal|rss|signin|signup|subscribe|tag|webmentions)$)[\\w-]+' },
  patterns: { '{site}.ghost.io/{slug}': 'https://{site}.ghost.io/{slug}/' },
}
