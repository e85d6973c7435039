import { ApiError } from '../../errors.ts'
import { Type } from '../../parsing/type.ts'
import { endpoint } from '../endpoint.ts'
import { respondWithPage, SCAN_CODES } from '../scan-profile/respond-with-page.ts'
import { Cursor, PageData, scanFields } from '../scan-profile/schema.ts'

const MISSING = [{ field: 'cursor', message: 'is required' }]

export const loadMorePosts = endpoint({
  path: '/load-more-posts',
  summary: 'Load the next page of posts',
  description: 'Returns the page at a cursor, in the same form as scan-profile and at the same cost.',
  // Required, but optional in the schema: an error code of its own is clearer than a missing field.
  body: Type.Object({ ...scanFields, cursor: Type.Optional(Cursor) }),
  data: PageData,
  example: { platform: 'mastodon', handle: '@user@mastodon.example', cursor: 'nextCursor of the previous page' },
  codes: ['cursor_required', ...SCAN_CODES],
  meter: 'scans',
  readsConnections: true,
  handle: (parts) =>
    respondWithPage(parts, 'load-more-posts', (body) => {
      if (body.cursor === undefined) throw new ApiError('cursor_required', { details: MISSING })
      return body
    }),
})
