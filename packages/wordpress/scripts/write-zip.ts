// Writes a zip that WordPress can install. The dates are fixed, so that the same files produce the same bytes.

import { writeFileSync } from 'node:fs'
import { crc32, deflateRawSync } from 'node:zlib'

export type ZipFile = { readonly name: string; readonly data: Buffer }

/** https://pkware.cachefly.net/webdocs/APPNOTE/APPNOTE-6.3.9.TXT */
const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const VERSION = 20
const UTF8_NAMES = 0x0800
const DEFLATED = 8
/** 1 January 1980, the first date in the format. */
const FIRST_DAY = 0x21

const numbers = (...fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer =>
  Buffer.concat(
    fields.map(([bytes, value]) => {
      const field = Buffer.alloc(bytes)
      field.writeUIntLE(value, 0, bytes)
      return field
    }),
  )

/** Overwrites an existing file. */
export const writeZip = (path: string, files: readonly ZipFile[]): void => {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, data } of files) {
    const bytes = Buffer.from(name)
    const packed = deflateRawSync(data)
    const about = numbers(
      ...([
        [2, VERSION],
        [2, UTF8_NAMES],
        [2, DEFLATED],
        [2, 0],
        [2, FIRST_DAY],
      ] as const),
      ...([
        [4, crc32(data)],
        [4, packed.length],
        [4, data.length],
        [2, bytes.length],
        [2, 0],
      ] as const),
    )
    const local = Buffer.concat([numbers([4, LOCAL]), about, bytes, packed])
    const rest = numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, offset])
    directory.push(numbers([4, CENTRAL], [2, VERSION]), about, rest, bytes)
    parts.push(local)
    offset += local.length
  }
  const table = Buffer.concat(directory)
  const count = files.length
  const end = numbers([4, END], [2, 0], [2, 0], [2, count], [2, count], [4, table.length], [4, offset], [2, 0])
  writeFileSync(path, Buffer.concat([...parts, table, end]))
}
