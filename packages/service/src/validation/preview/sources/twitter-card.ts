// Twitter cards: the `twitter:` names of a page's head.

import { readMeta } from './meta-table.ts'
import type { OpenSource } from './source.ts'

const read = readMeta({
  title: ['twitter:title'],
  description: ['twitter:description'],
  imageUrl: ['twitter:image', 'twitter:image:src', 'twitter:image0', 'twitter:image:0'],
  author: ['twitter:creator'],
})

export const twitterCard: OpenSource = (report) => ({ open: (tag) => read(tag, report) })
