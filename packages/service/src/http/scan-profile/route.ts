import { Type } from '../../parsing/type.ts'
import { endpoint } from '../endpoint.ts'
import { respondWithPage, SCAN_CODES } from './respond-with-page.ts'
import { Cursor, PageData, scanFields } from './schema.ts'

export const scanProfile = endpoint({
  path: '/scan-profile',
  summary: 'Scan a public profile',
  description:
    'Returns the profile and a page of up to 20 posts in the normalized form, newest first. Without a cursor it returns the first page. One page costs one scan; an error costs nothing.',
  body: Type.Object({ ...scanFields, cursor: Type.Optional(Cursor) }),
  data: PageData,
  example: { platform: 'mastodon', handle: '@user@mastodon.example' },
  codes: SCAN_CODES,
  meter: 'scans',
  readsConnections: true,
  handle: (parts) => respondWithPage(parts, 'scan-profile'),
})
