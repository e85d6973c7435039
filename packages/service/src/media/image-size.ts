// The width and height that the first bytes of an image state. Never decodes anything: whether the image is whole is
// found out where it is rendered.

export type ImageSize = { readonly width: number; readonly height: number }

/** Markers of JPEG files that state the size (ITU-T T.81, table B.1): those of frames, without tables and extensions. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Of a JPEG file. Segments before the frame may be large, and many: metadata, and a smaller image. */
const MAX_SEGMENTS = 1_000

const jpegSize = (bytes: Buffer): ImageSize | undefined => {
  let at = 2
  for (let count = 0; count < MAX_SEGMENTS && at + 9 <= bytes.length; count += 1) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    // Any number of bytes may fill the space before a marker (B.1.1.2).
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (isFrame(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

/** https://developers.google.com/speed/webp/docs/riff_container, RFC 6386, section 9.1, and RFC 9649, section 3.4 */
const webpSize = (bytes: Buffer): ImageSize | undefined => {
  const form = bytes.toString('latin1', 12, 16)
  if (form === 'VP8X' && bytes.readUInt32LE(16) === 10)
    return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) }
  if (form === 'VP8 ' && bytes.readUIntBE(23, 3) === 0x9d012a)
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (form !== 'VP8L' || bytes[20] !== 0x2f) return undefined
  const bits = bytes.readUInt32LE(21)
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) }
}

type Box = { readonly type: string; readonly start: number; readonly end: number }

/** Boxes that are looked at. A photograph has about 50, and one of many tiles some hundreds. */
const MAX_BOXES = 2_000

/** The boxes in a part of a file (ISO/IEC 14496-12, section 4.2). Ends at one that is not whole. */
function* boxesIn(bytes: Buffer, from: number, to: number, left: { boxes: number }): Generator<Box> {
  let at = from
  for (; left.boxes > 0 && at + 8 <= to; left.boxes -= 1) {
    const [short, type] = [bytes.readUInt32BE(at), bytes.toString('latin1', at + 4, at + 8)]
    const isLong = short === 1
    if (isLong && at + 16 > to) return
    const length = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short
    const start = at + (isLong ? 16 : 8)
    if (at + length > to || at + length < start) return
    yield { type, start, end: at + length }
    at += length
  }
}

/** The boxes at the end of a path. `meta` has four bytes before its contents. */
const boxesAt = (bytes: Buffer, path: readonly string[]): readonly Box[] => {
  const left = { boxes: MAX_BOXES }
  return path.reduce<readonly Box[]>(
    (boxes, name) =>
      boxes.flatMap(({ type, start, end }) => [
        ...boxesIn(bytes, type === 'meta' ? start + 4 : start, end, left).filter((box) => box.type === name),
      ]),
    [{ type: '', start: 0, end: bytes.length }],
  )
}

/** Of the largest of its images, since thumbnails have sizes of their own (ISO/IEC 23008-12, section 6.5.3); or of an
 * animation's track, in 16.16 fixed point (ISO/IEC 14496-12, section 8.3.2). */
const avifSize = (bytes: Buffer): ImageSize | undefined => {
  const sizes = [
    ...boxesAt(bytes, ['meta', 'iprp', 'ipco', 'ispe']).flatMap(({ start, end }) =>
      end - start < 12 ? [] : { width: bytes.readUInt32BE(start + 4), height: bytes.readUInt32BE(start + 8) },
    ),
    ...boxesAt(bytes, ['moov', 'trak', 'tkhd']).flatMap(({ start, end }) =>
      end - start < 84 ? [] : { width: bytes.readUInt16BE(end - 8), height: bytes.readUInt16BE(end - 4) },
    ),
  ]
  return sizes.toSorted((one, other) => other.width * other.height - one.width * one.height)[0]
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
  { type: 'image/avif', leastBytes: 16, read: avifSize },
]

/** undefined if it is not stated: such a file is no image. */
export const imageSizeOf = (type: string, bytes: Buffer): ImageSize | undefined => {
  const row = ROWS.find((each) => each.type === type)
  const size = row && bytes.length >= row.leastBytes ? row.read(bytes) : undefined
  return size && size.width > 0 && size.height > 0 ? size : undefined
}
