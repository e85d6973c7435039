// URLs of things that WordPress has and the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans sites, authors, categories, tags, types, taxonomies and searches.',
  parts: { year: '\\d{4}', month: '\\d{2}(?:/\\d{2})?(?:/page/\\d{1,6})?', date: '\\d{4,8}', order: '(?!date$).+' },
  urls: {
    search: ['{host}?s={words}&cat={category}', '{host}?s={words}&post_type={type}'],
    view: ['{host}?orderby={order}'],
    archive: ['{host}/{year}/{month}', '{host}?m={date}'],
  },
}
