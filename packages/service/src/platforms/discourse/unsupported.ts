// URLs of Discourse forums that the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans users, categories, tags and all topics of a Discourse forum.',
  parts: {
    likes: 'likes-given|reactions|bookmarks',
    some: 'none',
    order: '(?!(?:created|default)$).+',
    list: 'latest|top|hot|new',
    period: 'daily|quarterly',
  },
  urls: {
    likes: ['{host}/u/{name}/activity/{likes}'],
    section: ['{host}/c/{slug}/{id}/{some}/**', '{host}/c/{parent}/{slug}/{id}/{some}/**'],
    view: [
      '{host}/c/{slug}/{id}?order={order}',
      '{host}/c/{parent}/{slug}/{id}?order={order}',
      '{host}/{list}?order={order}',
      '{host}/top/{period}',
      '{host}/{list}?period={period}',
      '{host}/tags/c/{category}/**',
    ],
    group: ['{host}/g/{group}/**'],
  },
}
