// URLs of articles. Medium’s oEmbed endpoint refuses servers, so it is not used.

import type { PostAddresses } from '../../upstream/contract/platform.ts'

export const POSTS: PostAddresses = {
  parts: {
    id: '[0-9a-f]{8,12}',
    slug: '[^/]*-[0-9a-f]{8,12}',
    where: '(?!tag/)@?[\\w.-]+',
    blog: '(?!link\\.)[a-z0-9-]+',
  },
  patterns: {
    'medium.com/p/{id}': 'https://medium.com/p/{id}',
    'medium.com/{where}/{slug}': 'https://medium.com/{where}/{slug}',
    'medium.com/s/{series}/{slug}': 'https://medium.com/s/{series}/{slug}',
    '{blog}.medium.com/{slug}': 'https://{blog}.medium.com/{slug}',
  },
  domains: ['medium.com', 'rsci.app.link'],
  short: ['link.medium.com/{code}', 'rsci.app.link/{code}'],
}
