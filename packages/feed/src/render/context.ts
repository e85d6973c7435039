// What the rendering of a card needs besides the post.

import type { Design } from './design.ts'
import type { Environment } from './environment.ts'
import type { ImageOf, PartOf } from './types.ts'

export type Context = {
  readonly design: Design
  readonly environment: Environment
  readonly imageOf: ImageOf
  readonly partOf: PartOf
  /** Class of buttons that lead elsewhere. */
  readonly buttonClass: string
}
