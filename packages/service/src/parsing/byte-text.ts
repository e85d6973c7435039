// A text in UTF-8 as it is searched: with a character for each of its bytes, so that an engine holds it in a byte a character
// and finds things in it at the speed of memory, in whatever language it is. What a document is structured by is ASCII; what
// stands between is decoded when it is cut out.

import { isAscii } from 'node:buffer'

export type ByteText = {
  /** A character below U+0100 for each byte. */
  readonly bytes: string
  /** The text between two places of `bytes`. */
  readonly cut: (from: number, to: number) => string
}

/** V8 holds a longer string of bytes outside of its heap, until the whole heap is collected. */
const LONGEST_PIECE = 1_000_000
/** Of what is no longer each byte is looked at first, which takes less time than to decode it. */
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

/** What was taken of bytes → the text that it stands for. */
export const textOfBytes = (bytes: string): string =>
  isPlain(bytes, 0, bytes.length) ? bytes : Buffer.from(bytes, 'latin1').toString()

const isPlain = (bytes: string, from: number, to: number): boolean => {
  for (let at = from; at < to; at += 1) if (bytes.charCodeAt(at) > LAST_ASCII) return false
  return true
}
