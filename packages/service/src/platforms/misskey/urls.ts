// Addresses of notes, at anybody's host. Ids are those that its programs make: aid and aidx, meid and objectid, ULIDs.

import type { PostAddresses } from '../../upstream/contract/platform.ts'

const NOTE = 'https://{host}/notes/{id}'

export const POSTS: PostAddresses = {
  // A word alone is no id: each begins with a time, which is never without a digit.
  parts: { id: '(?=[a-z]*\\d)[0-9a-z]{10,32}|[0-9A-HJKMNP-TV-Z]{26}' },
  patterns: {
    '{host}/notes/{id}': NOTE,
    '{host}/notes/{id}/activity': NOTE,
    '{host}/embed/notes/{id}': NOTE,
  },
}
