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

/** `broken`: cannot be decoded. `too_large`: exceeds a limit of pixels, frames, memory or processor time. `late`: was not
 * done in time. `lost`: the process ended. */
export const RENDER_FAULTS = ['broken', 'too_large', 'late', 'lost'] as const
export type RenderFault = (typeof RENDER_FAULTS)[number]

/** `frames`: of the original. */
export type Rendered = { readonly bytes: Buffer; readonly frames: number } | { readonly fault: RenderFault }

/** What a process says when it has started. */
export type Started = { readonly versions: string } | { readonly missing: string }

/** What it says about a job. `excess`: it uses too much memory or processor time, and must be killed. */
export type Finished =
  | { readonly frames: number; readonly residentBytes: number }
  | { readonly fault: RenderFault | 'excess' }

/** What a job may use. */
export type ProcessLimits = { readonly cpuSeconds: number; readonly residentBytes: number }
