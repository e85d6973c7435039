// License keys of other shops, which customers have had for years: whatever is printable, without white space, of a bounded
// length, and hard to guess. Unlike ours they tell neither their mode nor a typo, so they are looked up under the same
// protection against guessing. A key is never stored, logged or put into an error.

import { ApiError } from '../../errors.ts'
import { findOurKey, joinKey, tidyKey, UNDERSCORE } from './pasted-key.ts'

/** Characters. Signed keys of Keygen, with 2,048 bits of RSA behind a data set, are some hundreds long. */
export const FOREIGN_KEY_LENGTH = { least: 12, most: 1_024 } as const

/** Of a key, in bits. An address has 1,200 guesses a minute, so that a hundred addresses have 2^36 in a year: where 10,000
 * licenses have keys of 60 bits, one of a thousand such years finds one. */
export const LEAST_BITS = 60

/** Whatever begins like one of ours, also without its first letters, or has such a beginning in it, is ours or mistyped. */
const OURS = new RegExp(`^(?:ck[_-]?|k[_-]|[_-])(?:live|test)|ck${UNDERSCORE}(?:live|test)${UNDERSCORE}`, 'i')
const PRINTABLE = /^[!-~]+$/
/** UUIDs and digests, which programs write in either case. */
const HEXADECIMAL = /^[\dA-Fa-f-]+$/

const LETTERS_AND_DIGITS = /[\dA-Za-z]/g
const SEPARATORS = /[-_.:/]/g
/** What a key is made of, the fewest signs first, and how many there are. */
const ALPHABETS = [
  [/^\d+$/, 10],
  [/^(?:[\da-f]+|[\dA-F]+)$/, 16],
  [/^(?:[\da-z]+|[\dA-Z]+)$/, 36],
  [/^[\dA-Za-z]+$/, 62],
  [/^/, 94],
] as const
const LEAST_DISTINCT = 5
/** Of all neighbors: in keys that are drawn, even in digits alone, fewer than that are alike or follow each other. */
const MOST_IN_ROW = 0.75

export const isOurForm = (key: string): boolean => OURS.test(key)

/** The key as it is hashed: without what copying left around it, and where it is hexadecimal in small letters. Case matters
 * in all others. undefined where it has white space inside, or is too short or too long. */
export const normalizeForeignKey = (text: string): string | undefined => {
  const key = tidyKey(text)
  const { least, most } = FOREIGN_KEY_LENGTH
  if (key.length < least || key.length > most || !PRINTABLE.test(key)) return undefined
  return HEXADECIMAL.test(key) ? key.toLowerCase() : key
}

/** Bits that a key can have at most by its signs and its length; what parts it into groups adds none. */
const bitsOf = (key: string): number => {
  const drawn = key.replace(SEPARATORS, '')
  const [, signs] = ALPHABETS.find(([pattern]) => pattern.test(drawn)) ?? ALPHABETS[4]
  return drawn.length * Math.log2(signs)
}

/** Whether someone thought the key up: a few signs over and over, or a row such as `ABCD-EFGH-IJKL-MNOP`. */
const isMadeUp = (key: string): boolean => {
  const signs = (key.match(LETTERS_AND_DIGITS) ?? []).map((sign) => sign.charCodeAt(0))
  const inRow = signs.filter((sign, at) => at > 0 && Math.abs(sign - (signs[at - 1] ?? 0)) <= 1).length
  return new Set(signs).size < LEAST_DISTINCT || inRow >= MOST_IN_ROW * (signs.length - 1)
}

/** Whether a key can be guessed, as far as the key itself shows. */
export const isGuessable = (key: string): boolean => bitsOf(key) < LEAST_BITS || isMadeUp(key)

/** What a client sends as its key, as it is hashed; throws `license_malformed` on what can be no key, before any look-up. */
export const readSentKey = (text: string): string => {
  const ours = findOurKey(text)
  if (ours !== undefined) return ours.key
  const key = joinKey(text)
  const foreign = isOurForm(key) ? undefined : normalizeForeignKey(key)
  if (foreign === undefined) throw new ApiError('license_malformed')
  return foreign
}
