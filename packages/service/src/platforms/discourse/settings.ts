// What an operator sets.

import type { Static } from 'typebox'
import { Type } from '../../parsing/type.ts'

export const DiscourseSettings = Type.Object({
  DISCOURSE_TEXTS: Type.String({
    default: 'yes',
    description:
      '`no` or `false`: a page takes one call, and its topics have no text; otherwise the service also requests the first post of each topic',
  }),
})
export type DiscourseSettings = Static<typeof DiscourseSettings>
