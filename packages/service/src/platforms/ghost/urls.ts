// URLs of articles at ghost.io. Posts on custom domains are found by calling the API. Lists and pages for members are
// not posts.

import type { PostAddresses } from '../../upstream/contract/platform.ts'

export const POSTS: PostAddresses = {
  parts: { slug: '(?!(?:about|author|ghost|members|page|portal|rss|signin|signup|subscribe|tag|webmentions)$)[\\w-]+' },
  patterns: { '{site}.ghost.io/{slug}': 'https://{site}.ghost.io/{slug}/' },
}
