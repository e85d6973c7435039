// The images of the guides: files in docs/images, with their size. `name-dark.webp` replaces `name.webp` on dark pages.

import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { html, type Markup } from './markup.ts'

/** The folder need not exist. */
export const IMAGES = new URL('../../../../../docs/images/', import.meta.url)

/** Screenshots are taken at two pixels per CSS pixel. */
const DENSITY = 2

export type ImageSize = { readonly width: number; readonly height: number }

/** https://www.w3.org/TR/png-3/#11IHDR */
const pngSize = (bytes: Buffer): ImageSize => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) })

/** The sizes of the three kinds of WebP: https://developers.google.com/speed/webp/docs/riff_container */
const WEBP: Readonly<Record<string, (bytes: Buffer) => ImageSize>> = {
  'VP8 ': (bytes) => ({ width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }),
  VP8L: (bytes) => {
    const bits = bytes.readUInt32LE(21)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  },
  VP8X: (bytes) => ({ width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }),
}

/** A drawing has a size in CSS pixels, which its view box tells. */
const svgSize = (text: string): ImageSize | undefined => {
  const [, width, height] = /<svg[^>]* viewBox="0 0 (\d+) (\d+)"/.exec(text) ?? []
  return width === undefined ? undefined : { width: DENSITY * Number(width), height: DENSITY * Number(height) }
}

/** In pixels of the device. Throws if the bytes are neither PNG, WebP nor SVG. */
export const imageSize = (bytes: Buffer): ImageSize => {
  const drawing = bytes.toString('latin1', 0, 4) === '<svg' ? svgSize(bytes.toString()) : undefined
  if (drawing !== undefined) return drawing
  if (bytes.toString('latin1', 1, 4) === 'PNG') return pngSize(bytes)
  const read = bytes.toString('latin1', 8, 12) === 'WEBP' ? WEBP[bytes.toString('latin1', 12, 16)] : undefined
  if (read === undefined) throw new Error('The image is neither PNG, WebP nor SVG')
  return read(bytes)
}

/** An image of a guide. `source` is its link in the Markdown file. Throws if the file is missing. */
export const picture = (source: string, alt: string): Markup => {
  const name = basename(source)
  const { width, height } = imageSize(readFileSync(new URL(name, IMAGES)))
  const dark = name.replace(/(?=\.\w+$)/, '-dark')
  return html`<picture>${
    existsSync(new URL(dark, IMAGES)) &&
    html`<source media="(prefers-color-scheme: dark)" srcset="/docs/images/${dark}">`
  }<img src="/docs/images/${name}" alt="${alt}" width="${Math.round(width / DENSITY)}" height="${Math.round(height / DENSITY)}" loading="lazy" decoding="async"></picture>`
}
