// Decodes the bytes of a file, which must be UTF-8. Other formats of spreadsheets and shops are detected by their first
// bytes, or by the first invalid ones.

import { ImportError } from './import-error.ts'

const SAVE_AS_UTF8 = 'Save it as "CSV UTF-8 (comma delimited)" and import that file'

/** The first bytes of files that are not UTF-8 text. */
const KINDS: readonly (readonly [beginning: readonly number[], name: string, advice: string])[] = [
  [[0xff, 0xfe], 'is UTF-16', `${SAVE_AS_UTF8}, or: iconv -f UTF-16 -t UTF-8 FILE > NEW`],
  [[0xfe, 0xff], 'is UTF-16', `${SAVE_AS_UTF8}, or: iconv -f UTF-16 -t UTF-8 FILE > NEW`],
  [
    [0x50, 0x4b, 0x03, 0x04],
    'is an Excel workbook or a ZIP archive',
    `Unpack the archive, or open the workbook. ${SAVE_AS_UTF8}`,
  ],
  [[0x1f, 0x8b], 'is compressed with gzip', 'Unpack it first: gunzip FILE'],
  [[0x25, 0x50, 0x44, 0x46], 'is a PDF', 'Export it from the shop as CSV instead'],
]
const LONGEST_BEGINNING = 4

const requireText = (bytes: Buffer): void => {
  const kind = KINDS.find(([beginning]) => beginning.every((byte, at) => bytes[at] === byte))
  if (kind !== undefined) throw new ImportError(`The file ${kind[1]}, not UTF-8 text`, kind[2])
}

/** Yields the text in parts, without a byte order mark. Throws `ImportError`. */
export async function* decodeFile(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let beginning: Buffer | undefined = Buffer.alloc(0)
  let lines = 0
  const decode = (bytes: Buffer | undefined): string => {
    let text: string
    try {
      text = decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      const known = new TextDecoder('utf-8').decode(bytes)
      const line = 1 + lines + known.slice(0, Math.max(0, known.indexOf('\ufffd'))).split('\n').length - 1
      throw new ImportError(
        `The file is not UTF-8: line ${line} has invalid bytes`,
        `${SAVE_AS_UTF8}, or: iconv -f WINDOWS-1252 -t UTF-8 FILE > NEW`,
      )
    }
    if (text.includes('\u0000'))
      throw new ImportError('The file contains zero bytes: it is UTF-16, or not text', SAVE_AS_UTF8)
    lines += text.split('\n').length - 1
    return text
  }
  for await (const chunk of chunks) {
    if (beginning === undefined) {
      yield decode(chunk)
      continue
    }
    beginning = Buffer.concat([beginning, chunk])
    if (beginning.length < LONGEST_BEGINNING) continue
    requireText(beginning)
    yield decode(beginning)
    beginning = undefined
  }
  if (beginning !== undefined) {
    requireText(beginning)
    yield decode(beginning)
  }
  yield decode(undefined)
}
