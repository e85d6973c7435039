// What the service and the processes that render images say to each other.

import type { ImageType } from '../image-type.ts'

/** `jpeg`: PNG for an image with transparency. */
export const RENDERED_FORMATS = ['avif', 'webp', 'jpeg'] as const
export type RenderedFormat = (typeof RENDERED_FORMATS)[number]

export type RenderJob = {
  /** By its first bytes. */
  readonly type: ImageType
  /** Pixels, at most: no image becomes larger than it is. */
  readonly width: number
  readonly format: RenderedFormat
  /** `all`: an animation, which only WebP can be. */
  readonly frames: 'first' | 'all'
}

/** `broken`: cannot be decoded. `too_large`: exceeds a limit of pixels, frames or memory. `late`: takes too long.
 * `lost`: the process ended. */
export type RenderFault = 'broken' | 'too_large' | 'late' | 'lost'

/** `frames`: of the original. */
export type Rendered = { readonly bytes: Buffer; readonly frames: number } | { readonly fault: RenderFault }

/** What a process says when it has started. */
export type Started = { readonly versions: string } | { readonly missing: string }

/** What it says about a job. `memory`: it uses too much of it, and must be killed. */
export type Finished =
  | { readonly frames: number; readonly residentBytes: number }
  | { readonly fault: RenderFault | 'memory' }
