// Draws an image of any size on request: stripes in two colors that depend on a seed. The same bytes each time.

import { crc32, deflateSync } from 'node:zlib'

export type Size = { readonly width: number; readonly height: number }

/** https://www.w3.org/TR/png-3/#5PNG-file-signature */
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const PALETTE = 3
const STRIPE_BYTES = 4

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
  // One bit per pixel.
  data[8] = 1
  data[9] = PALETTE
  return data
}

/** Two colors with enough contrast. */
const paletteOf = (seed: number): Buffer => {
  const [red, green, blue] = [40 + ((seed * 47) % 120), 40 + ((seed * 83) % 120), 40 + ((seed * 29) % 120)]
  return Buffer.from([red, green, blue, red + 80, green + 80, blue + 80])
}

/** A PNG with a palette. The seed is an integer. */
export const drawImage = (seed: number, { width, height }: Size): Buffer => {
  const rowBytes = Math.ceil(width / 8)
  const rows = Buffer.alloc(height * (rowBytes + 1))
  for (let y = 0; y < height; y += 1) {
    for (let at = 0; at < rowBytes; at += 1) {
      const isLight = (Math.floor((at + (y >> 3)) / STRIPE_BYTES) + seed) % 2 === 0
      // The first byte of a row is its filter: none.
      rows[y * (rowBytes + 1) + 1 + at] = isLight ? 0xff : 0
    }
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header({ width, height })),
    chunk('PLTE', paletteOf(seed)),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
