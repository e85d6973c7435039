import { ApiError } from '../../errors.ts'
import { Type } from '../../parsing/type.ts'
import { endpoint } from '../endpoint.ts'
import { respondWithPage, SCAN_CODES } from '../scan-profile/respond-with-page.ts'
import { Cursor, PageData, scanFields } from '../scan-profile/schema.ts'

export const loadMorePosts = endpoint({
  path: '/load-more-posts',
  summary: 'Load the next page of posts',
  description: 'The page behind a cursor, in the same shape as scan-profile and at the same cost.',
  // Required all the same: an error of its own says so more plainly than a missing field does.
  body: Type.Object({ ...scanFields, cursor: Type.Optional(Cursor) }),
  data: PageData,
  example: { platform: 'mastodon', handle: '@user@mastodon.example', cursor: 'nextCursor of the page before' },
  codes: ['cursor_required', ...SCAN_CODES],
  meter: 'scans',
  handle: (parts) =>
    respondWithPage(parts, 'load-more-posts', (body) => {
      if (body.cursor === undefined) throw new ApiError('cursor_required')
      return body
    }),
})
