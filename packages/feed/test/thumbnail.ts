// Screenshots as small gray pictures: each pixel is the mean of a square. They are the same on machines that smooth letters differently,
// and differ where something has moved, appeared, vanished or changed its color.

import { deflateSync, inflateSync } from 'node:zlib'
import type { Page } from 'playwright-core'

export type Thumbnail = { readonly width: number; readonly height: number; readonly gray: Uint8Array }

/** Side of a square in CSS pixels. */
export const SQUARE_PX = 24

/** Runs in a page: a PNG in base64 → [width, height, gray in base64]. */
const SHRINK = `async (png) => {
  const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + png)).blob())
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  const [width, height] = [Math.ceil(image.width / ${SQUARE_PX}), Math.ceil(image.height / ${SQUARE_PX})]
  const [sums, counts] = [new Float64Array(width * height), new Uint32Array(width * height)]
  for (let y = 0, at = 0; y < image.height; y += 1) for (let x = 0; x < image.width; x += 1, at += 4) {
    const square = Math.floor(y / ${SQUARE_PX}) * width + Math.floor(x / ${SQUARE_PX})
    sums[square] += 0.299 * data[at] + 0.587 * data[at + 1] + 0.114 * data[at + 2]
    counts[square] += 1
  }
  return [width, height, btoa(Array.from(sums, (sum, square) => String.fromCharCode(Math.round(sum / counts[square]))).join(''))]
}`

export const shrink = async (page: Page, png: Buffer): Promise<Thumbnail> => {
  const [width, height, gray] = (await page.evaluate(`(${SHRINK})('${png.toString('base64')}')`)) as [
    number,
    number,
    string,
  ]
  return { width, height, gray: Buffer.from(gray, 'base64') }
}

export const pack = ({ width, height, gray }: Thumbnail): string =>
  `${width}x${height} ${deflateSync(gray, { level: 9 }).toString('base64')}`

export const unpack = (text: string): Thumbnail => {
  const [size = '', data = ''] = text.split(' ')
  const [width = 0, height = 0] = size.split('x').map(Number)
  return { width, height, gray: inflateSync(Buffer.from(data, 'base64')) }
}

/** How many squares differ by more than `tolerance` (of 255), where the first is, or that the sizes differ; undefined if nothing does. */
export const differenceOf = (one: Thumbnail, other: Thumbnail, tolerance: number): string | undefined => {
  if (one.width !== other.width || one.height !== other.height) {
    return `${other.width} × ${other.height} squares instead of ${one.width} × ${one.height}`
  }
  const differing = [...one.gray.keys()].filter(
    (at) => Math.abs((one.gray[at] ?? 0) - (other.gray[at] ?? 0)) > tolerance,
  )
  const [first] = differing
  if (first === undefined) return undefined
  const place = [first % one.width, Math.floor(first / one.width)].map((square) => square * SQUARE_PX)
  return `${differing.length} squares, the first at ${place.join(', ')}`
}
