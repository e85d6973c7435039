// Masks license keys in a text that is not meant to contain any, such as a handle: people paste keys into every field.
// Of a key the last four characters are left, as everywhere.

import { isOurForm } from './foreign-key.ts'
import { findOurKey, joinKey } from './pasted-key.ts'

const END = 4

/** The last characters of a key, after an ellipsis. */
const endOf = (key: string): string => `…${key.slice(-END)}`

/** Certainly no name: UUIDs, digests, groups such as `X7TQ-99KL-2M4N`, tokens, and keys that say so. */
const CERTAIN = [
  /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
  /^(?=.*\d)[\da-f]{32,}$/i,
  /^(?=.*\d)(?=.*[A-Z])[\dA-Z]{4,8}(?:[-.][\dA-Z]{4,8}){2,}$/,
  /^eyJ[\w-]{10,}\./,
  /^(?:sk|pk|rk|ck|cs|gh[opsu]|xox[abps])[-_](?=\w*\d)[\w-]{16,}$/i,
  /^(?=.*\d)(?=.*[A-Z])(?=.*[a-z])[\dA-Za-z]{32,}$/,
]

const LEAST_RANDOM = 12
/** Typical parts of names: `harbor`, `HarborGallery`, `shop24`, `WP`, `2024`. */
const WORD = /^(?:[a-z]|[A-Z]?[a-z]{2,}(?:[A-Z][a-z]{2,})*\d{0,4}|[A-Z]{1,3}|\d{1,8})$/
const SEPARATOR = /[-_.:/+=~@#]/

/** Looks randomly generated. */
const isRandom = (word: string): boolean =>
  word.length >= LEAST_RANDOM &&
  /\d/.test(word) &&
  word.split(SEPARATOR).some((part) => part !== '' && !WORD.test(part))

const isCertain = (word: string): boolean => isOurForm(word) || CERTAIN.some((pattern) => pattern.test(word))

/** Characters that separate a key from the text around it. */
const WORDS = /[^\s/?&#|"'`<>()[\]{},;]+/g

/** The text with each word masked that is a key, or with `random` that may be one. */
export const maskKeys = (text: string, { random = false }: { readonly random?: boolean } = {}): string => {
  const joined = joinKey(text)
  const ours = findOurKey(text)
  // The key may be broken by white space, and then no word of it looks like one.
  if (ours !== undefined || isOurForm(joined)) return endOf(ours?.key ?? joined)
  return text.replace(WORDS, (word) => (isCertain(word) || (random && isRandom(word)) ? endOf(word) : word))
}
