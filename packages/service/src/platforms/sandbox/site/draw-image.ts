// Draws an image of any size on request: hills below a sky, in colors that depend on a seed. The same bytes each time.

import { crc32, deflateSync } from 'node:zlib'

export type Size = { readonly width: number; readonly height: number }

type Color = readonly [red: number, green: number, blue: number]

/** From the top of the sky to the nearest hill. */
type Mood = {
  readonly top: Color
  readonly horizon: Color
  readonly sun: Color
  readonly far: Color
  readonly near: Color
}

/** https://www.w3.org/TR/png-3/#5PNG-file-signature */
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const PALETTE = 3

const MOODS: readonly Mood[] = [
  { top: [53, 92, 155], horizon: [250, 214, 165], sun: [255, 240, 200], far: [146, 140, 170], near: [38, 56, 84] },
  { top: [244, 142, 110], horizon: [255, 226, 178], sun: [255, 250, 225], far: [214, 122, 116], near: [88, 44, 72] },
  { top: [120, 190, 214], horizon: [236, 246, 240], sun: [255, 255, 240], far: [150, 192, 176], near: [30, 92, 78] },
  { top: [38, 40, 84], horizon: [178, 120, 170], sun: [250, 222, 240], far: [112, 86, 142], near: [26, 24, 54] },
  { top: [160, 206, 240], horizon: [255, 244, 214], sun: [255, 255, 255], far: [226, 190, 130], near: [150, 96, 52] },
  { top: [186, 200, 214], horizon: [240, 240, 236], sun: [255, 255, 255], far: [170, 182, 190], near: [62, 78, 92] },
]

const SKY_BANDS = 48
const SUN = SKY_BANDS
const HILLS = 4
/** The share of the height at which the farthest and the nearest hill stand. */
const HORIZON = 0.52
const FOREGROUND = 0.88

const mix = (from: Color, to: Color, share: number): readonly number[] =>
  from.map((part, at) => Math.round(part + ((to[at] ?? 0) - part) * share))

const paletteOf = ({ top, horizon, sun, far, near }: Mood): Buffer =>
  Buffer.from([
    ...Array.from({ length: SKY_BANDS }, (_, at) => mix(top, horizon, at / (SKY_BANDS - 1))).flat(),
    ...sun,
    ...Array.from({ length: HILLS }, (_, at) => mix(far, near, at / (HILLS - 1))).flat(),
  ])

/** The upper edge of each hill by column, in pixels from the top: waves whose lengths and phases depend on the seed. */
const ridgesOf = (seed: number, { width, height }: Size): readonly Float64Array[] =>
  Array.from({ length: HILLS }, (_, hill) => {
    const base = HORIZON + ((FOREGROUND - HORIZON) * hill) / (HILLS - 1)
    const phase = seed * 2.4 + hill * 1.7
    return Float64Array.from({ length: width }, (_, x) => {
      const at = x / height
      const wave = Math.sin(at * (2.1 + hill * 0.6) + phase) + 0.45 * Math.sin(at * (5.3 - hill) + phase * 1.9)
      return height * (base - 0.07 * wave)
    })
  })

/** One byte per pixel: an index into the palette. */
const rowsOf = (seed: number, size: Size): Buffer => {
  const { width, height } = size
  const ridges = ridgesOf(seed, size)
  const sun = { x: width * (0.2 + (seed % 7) * 0.1), y: height * 0.3, radius: height * 0.08 }
  const rows = Buffer.alloc(height * (width + 1))
  for (let y = 0; y < height; y += 1) {
    // The first byte of a row is its filter: none.
    const start = y * (width + 1) + 1
    rows.fill(Math.min(SKY_BANDS - 1, Math.floor((y / (height * FOREGROUND)) * SKY_BANDS)), start, start + width)
    const half = Math.sqrt(Math.max(0, sun.radius ** 2 - (y - sun.y) ** 2))
    if (half > 0)
      rows.fill(SUN, start + Math.max(0, Math.round(sun.x - half)), start + Math.min(width, Math.round(sun.x + half)))
    for (const [hill, ridge] of ridges.entries()) {
      for (let x = 0; x < width; x += 1) if (y > (ridge[x] ?? height)) rows[start + x] = SUN + 1 + hill
    }
  }
  return rows
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

const header = ({ width, height }: Size): Buffer => {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  // Eight bits per pixel.
  data[8] = 8
  data[9] = PALETTE
  return data
}

const draw = (seed: number, size: Size): Buffer =>
  Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header(size)),
    chunk('PLTE', paletteOf(MOODS[seed % MOODS.length] as Mood)),
    chunk('IDAT', deflateSync(rowsOf(seed, size), { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ])

/** Fewer images than callers can name: each is drawn once, so that requests for many names cost no more than for one. */
const SCENES = 12
const drawn = new Map<string, Buffer>()

/** A PNG with a palette. The seed is an integer. */
export const drawImage = (seed: number, size: Size): Buffer => {
  const scene = Math.abs(seed) % SCENES
  const key = `${scene} ${size.width}x${size.height}`
  const image = drawn.get(key) ?? draw(scene, size)
  drawn.set(key, image)
  return image
}
