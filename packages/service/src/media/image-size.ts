// The width and height that the first bytes of an image state. Never decodes anything: whether the image is whole is
// found out where it is rendered.

export type ImageSize = { readonly width: number; readonly height: number }

/** Markers of JPEG files that state the size (ITU-T T.81, table B.1): those of frames, without tables and extensions. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Of a JPEG file. Segments before the frame may be large: metadata, and a smaller image. */
const MAX_SEGMENTS = 100

const jpegSize = (bytes: Buffer): ImageSize | undefined => {
  let at = 2
  for (let count = 0; count < MAX_SEGMENTS && at + 9 <= bytes.length; count += 1) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    if (isFrame(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

/** https://developers.google.com/speed/webp/docs/riff_container, and RFC 6386, section 9.1 */
const webpSize = (bytes: Buffer): ImageSize | undefined => {
  const form = bytes.toString('latin1', 12, 16)
  if (form === 'VP8X') return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) }
  if (form === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (form !== 'VP8L') return undefined
  const bits = bytes.readUInt32LE(21)
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) }
}

type Row = {
  readonly type: string
  /** A shorter file has no size. */
  readonly leastBytes: number
  readonly read: (bytes: Buffer) => ImageSize | undefined
}

const ROWS: readonly Row[] = [
  { type: 'image/jpeg', leastBytes: 11, read: jpegSize },
  // https://www.w3.org/TR/png-3/#11IHDR
  {
    type: 'image/png',
    leastBytes: 24,
    read: (bytes) => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }),
  },
  // https://www.w3.org/Graphics/GIF/spec-gif89a.txt, section 18
  {
    type: 'image/gif',
    leastBytes: 10,
    read: (bytes) => ({ width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }),
  },
  { type: 'image/webp', leastBytes: 30, read: webpSize },
]

/** undefined if it is not stated, and for AVIF. */
export const imageSizeOf = (type: string, bytes: Buffer): ImageSize | undefined => {
  const row = ROWS.find((each) => each.type === type)
  return row && bytes.length >= row.leastBytes ? row.read(bytes) : undefined
}
