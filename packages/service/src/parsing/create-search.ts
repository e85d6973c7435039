// Whether a long text contains one of several characters. It searches for one after the other: engines find a single
// byte at memory speed, thirty of them in a tenth of the time of one pattern.

import { isStringOneByteRepresentation } from 'node:v8'

/** All characters of a range of codes. */
export const charactersFrom = (first: number, last: number): readonly string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index))

/** `characters`: below U+0100. */
export const createSearch = (characters: readonly string[]): ((text: string) => boolean) => {
  const codes = characters.map((character) => character.charCodeAt(0))
  const pattern = new RegExp(`[${codes.map((code) => `\\x${code.toString(16).padStart(2, '0')}`).join('')}]`)
  return (text) =>
    isStringOneByteRepresentation(text) ? characters.some((character) => text.includes(character)) : pattern.test(text)
}
