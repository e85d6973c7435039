// Renders an image with sharp, in a process of its own (image-process.ts). The image may be made to harm: its size is
// judged before it is decoded, only decoders of formats that browsers show are in use, and every byte is written anew.

import type Module from 'sharp'
import type { Sharp, SharpOptions } from 'sharp'
import { RENDER_LIMITS } from '../limits.ts'
import type { Rendered, RenderedFormat, RenderJob } from './rendering.ts'

export type RenderImage = (job: RenderJob, original: Buffer) => Promise<Rendered>

/** What sharp calls the types. Its AVIF is a kind of HEIF. */
const NAMES: Readonly<Record<RenderJob['type'], string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'heif',
}

/** Those that read a buffer, which is all that they are given: https://www.libvips.org/API/current/ */
const DECODERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`)

/** Low efforts: more effort saves a tenth of the bytes for several times the time. */
const ENCODERS: Readonly<Record<RenderedFormat, (image: Sharp, hasAlpha: boolean) => Sharp>> = {
  avif: (image) => image.avif({ quality: 50, effort: 0 }),
  webp: (image) => image.webp({ quality: 75, effort: 2 }),
  jpeg: (image, hasAlpha) => (hasAlpha ? image.png() : image.jpeg({ quality: 78 })),
}

export const createRenderImage = (sharp: typeof Module): RenderImage => {
  sharp.cache(false)
  // The processes are what runs at the same time.
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: DECODERS })
  const { pixels, side, frames } = RENDER_LIMITS
  const options: SharpOptions = { failOn: 'error', limitInputPixels: pixels }

  return async ({ type, width, format, frames: wanted }, original) => {
    try {
      const found = await sharp(original, { ...options, limitInputPixels: false }).metadata()
      const count = found.pages ?? 1
      if (found.format !== NAMES[type]) return { fault: 'broken' }
      const height = found.pageHeight ?? found.height
      const read = wanted === 'all' ? count : 1
      if (found.width > side || height > side || found.width * height * read > pixels || read > frames)
        return { fault: 'too_large' }
      const image = sharp(original, { ...options, pages: wanted === 'all' ? -1 : 1 })
        .autoOrient()
        .resize({ width, withoutEnlargement: true })
      return { bytes: await ENCODERS[format](image, found.hasAlpha).toBuffer(), frames: count }
    } catch {
      return { fault: 'broken' }
    }
  }
}
