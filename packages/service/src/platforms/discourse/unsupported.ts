// URLs of Discourse forums that the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans users, categories, tags and all topics of a Discourse forum.',
  parts: { likes: 'likes-given|reactions|bookmarks', some: 'none' },
  urls: {
    likes: ['{host}/u/{name}/activity/{likes}'],
    section: ['{host}/c/{slug}/{id}/{some}/**', '{host}/c/{parent}/{slug}/{id}/{some}/**'],
    group: ['{host}/g/{group}/**'],
  },
}
