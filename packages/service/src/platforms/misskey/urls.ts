// URLs of notes, at any host. Ids of Misskey and its forks: aid and aidx, meid and objectid, ULIDs.

import type { PostAddresses } from '../../upstream/contract/platform.ts'

const NOTE = 'https://{host}/notes/{id}'

export const POSTS: PostAddresses = {
  // An id starts with a time and therefore contains a digit; a plain word does not.
  parts: { id: '(?=[a-z]*\\d)[0-9a-z]{10,32}|[0-9A-HJKMNP-TV-Z]{26}' },
  patterns: {
    '{host}/notes/{id}': NOTE,
    '{host}/notes/{id}/activity': NOTE,
    '{host}/embed/notes/{id}': NOTE,
  },
}
