// Whether each video is asked for apart.

import type { Static } from 'typebox'
import { Type } from '../../parsing/type.ts'

export const PeertubeSettings = Type.Object({
  PEERTUBE_DETAILS: Type.String({
    default: 'yes',
    description:
      '`no` or `false`: a page costs one call, and its videos have no tags and no files, and only the beginning of their description; otherwise each video is asked for as well',
  }),
})
export type PeertubeSettings = Static<typeof PeertubeSettings>
