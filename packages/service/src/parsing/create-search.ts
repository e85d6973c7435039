// Whether a long text holds one of several characters. They are looked for one after the other, since engines find a single
// byte at the speed of memory: thirty of them in a tenth of the time that one pattern takes.

import { isStringOneByteRepresentation } from 'node:v8'

/** All characters from one code to another. */
export const charactersFrom = (first: number, last: number): readonly string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index))

const LAST_ASCII = 0x7f

/** `characters`: below U+0100. */
export const createSearch = (characters: readonly string[]): ((text: string) => boolean) => {
  const codes = characters.map((character) => character.charCodeAt(0))
  const isIn = characters.every((_, index) => (codes[index] ?? 0) <= LAST_ASCII) ? bytesWith(codes) : patternOf(codes)
  return (text) =>
    isStringOneByteRepresentation(text) ? characters.some((character) => text.includes(character)) : isIn(text)
}

/** In UTF-8 they are bytes that no other character has; in the text as it is held they are within the numbers of others. */
const bytesWith = (codes: readonly number[]) => (text: string) => {
  const bytes = Buffer.from(text)
  return codes.some((code) => bytes.includes(code))
}

const patternOf = (codes: readonly number[]) => {
  const pattern = new RegExp(`[${codes.map((code) => `\\x${code.toString(16).padStart(2, '0')}`).join('')}]`)
  return (text: string) => pattern.test(text)
}
