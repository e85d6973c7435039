// URLs of videos, at any host, and each host's oEmbed endpoint. A playlist (`/w/p/…`) is no post.

import type { PostAddresses } from '../../upstream/contract/platform.ts'
import { oembedAt } from '../../urls/oembed-at.ts'

const OWN = 'https://{host}/w/{id}'

export const POSTS: PostAddresses = {
  // A UUID, or its base58 form.
  parts: { id: '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[1-9A-HJ-NP-Za-km-z]{20,22}' },
  patterns: {
    '{host}/w/{id}': OWN,
    // A comment on the video.
    '{host}/w/{id};{comment}': OWN,
    '{host}/videos/watch/{id}': OWN,
    '{host}/videos/watch/{id};{comment}': OWN,
    '{host}/videos/embed/{id}': OWN,
  },
}

export const oembedUrl = (post: URL): URL => oembedAt(new URL('/services/oembed', post).href, { format: 'json' })(post)
