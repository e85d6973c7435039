// UTF-8 text prepared for searching: a string with one character per byte, which V8 stores in one byte a character and
// searches at memory speed, whatever the language. The structure of a document is ASCII; the text in between is decoded
// when it is cut out.

import { isAscii } from 'node:buffer'

export type ByteText = {
  /** One character below U+0100 per byte. */
  readonly bytes: string
  /** The text between two positions of `bytes`. */
  readonly cut: (from: number, to: number) => string
}

/** V8 stores a longer string of bytes outside its heap, until the next major collection. */
const LONGEST_PIECE = 1_000_000
/** In shorter cuts each byte is tested first, which takes less time than decoding. */
const SHORT = 64
const LAST_ASCII = 0x7f

export const createByteText = (utf8: Buffer): ByteText => {
  let bytes = ''
  for (let from = 0; from < utf8.length; from += LONGEST_PIECE)
    bytes += utf8.toString('latin1', from, from + LONGEST_PIECE)
  if (isAscii(utf8)) return { bytes, cut: (from, to) => bytes.slice(from, to) }
  return {
    bytes,
    cut: (from, to) =>
      to - from <= SHORT && isPlain(bytes, from, to) ? bytes.slice(from, to) : utf8.toString('utf8', from, to),
  }
}

/** Part of `bytes` → its text. */
export const textOfBytes = (bytes: string): string =>
  isPlain(bytes, 0, bytes.length) ? bytes : Buffer.from(bytes, 'latin1').toString()

const isPlain = (bytes: string, from: number, to: number): boolean => {
  for (let at = from; at < to; at += 1) if (bytes.charCodeAt(at) > LAST_ASCII) return false
  return true
}
