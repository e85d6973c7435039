// License keys of other shops, which customers already have: printable, without white space, of bounded length, and
// hard to guess. They show neither their mode nor typos, so they are looked up under the same protection against
// guessing. A key is never stored, logged or put into an error.

import { ApiError } from '../../errors.ts'
import { findOurKey, joinKey, tidyKey, UNDERSCORE } from './pasted-key.ts'

/** Characters. Signed Keygen keys, with 2,048 bits of RSA after the data, have some hundreds. */
export const FOREIGN_KEY_LENGTH = { least: 12, most: 1_024 } as const

/** Entropy in bits. An address has 1,200 guesses per minute, so a hundred addresses have 2^36 per year. With 10,000
 * licenses and keys of 60 bits, a key is guessed about once in a thousand years. */
export const LEAST_BITS = 60

/** Anything that starts like our keys, even with the first letters missing, or contains such a start, is our key or a
 * typo. */
const OURS = new RegExp(`^(?:ck[_-]?|k[_-]|[_-])(?:live|test)|ck${UNDERSCORE}(?:live|test)${UNDERSCORE}`, 'i')
const PRINTABLE = /^[!-~]+$/
/** UUIDs and digests, which programs write in either case. */
const HEXADECIMAL = /^[\dA-Fa-f-]+$/

const LETTERS_AND_DIGITS = /[\dA-Za-z]/g
const SEPARATORS = /[-_.:/]/g
/** The alphabets of keys, smallest first, with their sizes. */
const ALPHABETS = [
  [/^\d+$/, 10],
  [/^(?:[\da-f]+|[\dA-F]+)$/, 16],
  [/^(?:[\da-z]+|[\dA-Z]+)$/, 36],
  [/^[\dA-Za-z]+$/, 62],
  [/^/, 94],
] as const
const LEAST_DISTINCT = 5
/** The share of adjacent characters that are equal or consecutive: random keys, even of digits, stay below it. */
const MAX_IN_ROW = 0.75

export const isOurForm = (key: string): boolean => OURS.test(key)

/** The key as it is hashed: trimmed, and lowercased when it is hexadecimal. Case matters in all other keys. undefined
 * when it contains white space, or is too short or too long. */
export const normalizeForeignKey = (text: string): string | undefined => {
  const key = tidyKey(text)
  const { least, most } = FOREIGN_KEY_LENGTH
  if (key.length < least || key.length > most || !PRINTABLE.test(key)) return undefined
  return HEXADECIMAL.test(key) ? key.toLowerCase() : key
}

/** The most entropy that its alphabet and length allow, without separators. */
const bitsOf = (key: string): number => {
  const drawn = key.replace(SEPARATORS, '')
  const [, signs] = ALPHABETS.find(([pattern]) => pattern.test(drawn)) ?? ALPHABETS[4]
  return drawn.length * Math.log2(signs)
}

/** Whether a person made the key up: few distinct characters, or a sequence such as `ABCD-EFGH-IJKL-MNOP`. */
const isMadeUp = (key: string): boolean => {
  const signs = (key.match(LETTERS_AND_DIGITS) ?? []).map((sign) => sign.charCodeAt(0))
  const inRow = signs.filter((sign, at) => at > 0 && Math.abs(sign - (signs[at - 1] ?? 0)) <= 1).length
  return new Set(signs).size < LEAST_DISTINCT || inRow >= MAX_IN_ROW * (signs.length - 1)
}

/** Whether the key looks guessable. */
export const isGuessable = (key: string): boolean => bitsOf(key) < LEAST_BITS || isMadeUp(key)

/** The key that a client sent, as it is hashed. Throws `license_malformed` before any lookup when it cannot be a key.
 */
export const readSentKey = (text: string): string => {
  const ours = findOurKey(text)
  if (ours !== undefined) return ours.key
  const key = joinKey(text)
  const foreign = isOurForm(key) ? undefined : normalizeForeignKey(key)
  if (foreign === undefined) throw new ApiError('license_malformed')
  return foreign
}
