// Base62: letters and digits only, so that a double click selects a key, and it never needs escaping.

import type { RandomBytes } from '../../crypto/random-bytes.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The largest multiple of 62 in a byte: larger bytes would make the first characters more likely. */
const FAIR_BYTES = 248

/** Uniformly distributed base62 characters. */
export const randomBase62 = (length: number, randomBytes: RandomBytes): string => {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length)) {
      if (byte < FAIR_BYTES) text += ALPHABET.charAt(byte % 62)
    }
  }
  return text
}

/** A non-negative integer as base62, padded with zeros. */
export const encodeBase62 = (value: number, length: number): string => {
  let text = ''
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) text = ALPHABET.charAt(rest % 62) + text
  return text.padStart(length, '0')
}
