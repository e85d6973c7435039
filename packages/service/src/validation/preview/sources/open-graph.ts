// The Open Graph protocol, https://ogp.me, with the names of `article`, `book`, `video` and `music` objects.

import { readMeta } from './meta-table.ts'
import type { OpenSource } from './source.ts'

const read = readMeta({
  title: ['og:title'],
  description: ['og:description'],
  // The first image of several wins, so a later one's secure URL must not outrank it.
  imageUrl: ['og:image', 'og:image:url', 'og:image:secure_url'],
  siteName: ['og:site_name'],
  author: ['article:author:name', 'article:author', 'og:article:author', 'book:author', 'og:author'],
  publishedAt: [
    'article:published_time',
    'og:article:published_time',
    'og:published_time',
    'video:release_date',
    'og:video:release_date',
    'music:release_date',
    'book:release_date',
  ],
  canonicalUrl: ['og:url'],
})

export const openGraph: OpenSource = (report) => ({ open: (tag) => read(tag, report) })
