// Images that were made to harm whoever decodes them, and images that harmed image proxies by accident. None is stored:
// they are written here, from what their formats allow.

import { crc32, deflateSync } from 'node:zlib'

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))])
}

/** One color, in gray of one bit, so that a few kilobytes hold hundreds of megapixels. */
export const flatPng = (width: number, height: number): Buffer => {
  const header = Buffer.concat([uint32(width), uint32(height), Buffer.of(1, 0, 0, 0, 0)])
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A PNG that claims to be larger than its data. */
export const claimingPng = (width: number, height: number): Buffer => {
  const png = flatPng(1, 1)
  const header = Buffer.concat([uint32(width), uint32(height), Buffer.of(8, 6, 0, 0, 0)])
  return Buffer.concat([png.subarray(0, 8), chunk('IHDR', header), png.subarray(33)])
}

const uint16 = (value: number): Buffer => Buffer.of(value & 0xff, value >> 8)

/** One pixel of each frame changes. */
export const gifOf = (frames: number, { width = 8, height = 8, loops = 0 } = {}): Buffer => {
  const screen = [Buffer.from('GIF89a'), uint16(width), uint16(height), Buffer.of(0x80, 0, 0, 0, 0, 0, 255, 255, 255)]
  const looping = [Buffer.from('!\xff\x0bNETSCAPE2.0\x03\x01', 'latin1'), uint16(loops), Buffer.of(0)]
  const frame = (at: number) =>
    Buffer.concat([
      Buffer.of(0x21, 0xf9, 4, 0, 5, 0, 0, 0),
      Buffer.of(0x2c),
      uint16(at % width),
      uint16(0),
      uint16(1),
      uint16(1),
      Buffer.of(0),
      // One pixel of the second color, in codes of three bits: clear, 1, end.
      Buffer.of(2, 2, 0x4c, 0x01, 0),
    ])
  return Buffer.concat([
    ...screen,
    ...looping,
    ...Array.from({ length: frames }, (_, at) => frame(at)),
    Buffer.of(0x3b),
  ])
}

/** A JPEG with a segment (`APP1` for EXIF, `APP2` for a color profile) behind its first marker. */
export const withSegments = (jpeg: Buffer, marker: number, parts: readonly Buffer[]): Buffer =>
  Buffer.concat([
    jpeg.subarray(0, 2),
    ...parts.map((part) => {
      const head = Buffer.of(0xff, marker, 0, 0)
      head.writeUInt16BE(part.length + 2, 2)
      return Buffer.concat([head, part])
    }),
    jpeg.subarray(2),
  ])

/** A color profile of any length, in the 255 segments that it may have. */
export const profileSegments = (profile: Buffer): readonly Buffer[] => {
  const most = 65_000
  const count = Math.ceil(profile.length / most)
  return Array.from({ length: count }, (_, at) =>
    Buffer.concat([
      Buffer.from('ICC_PROFILE\0', 'latin1'),
      Buffer.of(at + 1, count),
      profile.subarray(at * most, (at + 1) * most),
    ]),
  )
}

/** Changed in some places, the same for each seed. */
export const mutated = (bytes: Buffer, seed: number): Buffer => {
  const copy = Buffer.from(bytes)
  let state = seed * 2_654_435_761 + 1
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
  for (let times = 0; times < 1 + next(12); times += 1) copy[12 + next(copy.length - 12)] = next(256)
  return seed % 5 === 0 ? copy.subarray(0, 16 + next(copy.length - 16)) : copy
}
