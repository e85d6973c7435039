// The type of an image by its first bytes, the only evidence that counts: what a server says about its own file may be
// wrong, and may be a lie. Formats that browsers run as documents (SVG, HTML, PDF) have no row.

export type ImageType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp' | 'image/avif'

type Row = {
  readonly type: ImageType
  readonly extension: string
  /** In Latin-1, each with its position. */
  readonly signatures: readonly (readonly [at: number, text: string])[]
}

/** https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern, and for AVIF
 * https://aomediacodec.github.io/av1-avif/#brands. */
const ROWS: readonly Row[] = [
  { type: 'image/jpeg', extension: 'jpg', signatures: [[0, '\xff\xd8\xff']] },
  { type: 'image/png', extension: 'png', signatures: [[0, '\x89PNG\r\n\x1a\n']] },
  { type: 'image/gif', extension: 'gif', signatures: [[0, 'GIF87a']] },
  { type: 'image/gif', extension: 'gif', signatures: [[0, 'GIF89a']] },
  {
    type: 'image/webp',
    extension: 'webp',
    signatures: [
      [0, 'RIFF'],
      [8, 'WEBPVP'],
    ],
  },
  { type: 'image/avif', extension: 'avif', signatures: [[4, 'ftypavif']] },
  { type: 'image/avif', extension: 'avif', signatures: [[4, 'ftypavis']] },
]

/** undefined for anything else, including images that browsers do not show everywhere. */
export const imageTypeOf = (bytes: Buffer): Pick<Row, 'type' | 'extension'> | undefined =>
  ROWS.find(({ signatures }) =>
    signatures.every(([at, text]) => bytes.toString('latin1', at, at + text.length) === text),
  )
