// How the media proxy stands, for operators.

import type { PlatformCopies } from './copies.ts'
import type { ImageActivity } from './image-activity.ts'

export type MediaStatus = {
  /** Where copies are; null if there are none. */
  readonly home: 'folder' | 'bucket' | null
  readonly maxBytes: number
  /** Whether images can be rendered in other sizes. */
  readonly hasSizes: boolean
  /** When this process last counted the copies; undefined before the first time. In milliseconds since the epoch. */
  readonly countedAt: number | undefined
  readonly copies: readonly PlatformCopies[]
  /** When this process started, in milliseconds since the epoch. */
  readonly since: number
  readonly activity: ImageActivity
}
