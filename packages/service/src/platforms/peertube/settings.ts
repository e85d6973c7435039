// Whether each video is requested separately, for its details.

import type { Static } from 'typebox'
import { Type } from '../../parsing/type.ts'

export const PeertubeSettings = Type.Object({
  PEERTUBE_DETAILS: Type.String({
    default: 'yes',
    description:
      '`no` or `false`: a page takes one call, and its videos have no tags, no files and a shortened description; otherwise the service also requests each video',
  }),
})
export type PeertubeSettings = Static<typeof PeertubeSettings>
