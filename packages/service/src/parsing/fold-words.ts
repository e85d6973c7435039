// Text folded so that a word is found however it is written: in lower case, in the plain forms of its characters, without marks.

const ASCII = /^[\t\n\r -~]*$/
const MARKS = /\p{M}+/gu
/** Marks of direction, zero-width characters: nobody sees them. */
const UNSEEN = /\p{Cf}+/gu
/** Letters that have no plain form of their own, and signs that are written in its place. */
const LETTERS: readonly (readonly [RegExp, string])[] = [
  [/ı/g, 'i'],
  [/[‐‑‒–—−]/g, '-'],
]

export const foldWords = (text: string): string => {
  if (ASCII.test(text)) return text.toLowerCase()
  const plain = text.replace(UNSEEN, '').normalize('NFKD').toLowerCase().replace(MARKS, '').normalize('NFC')
  return LETTERS.reduce((folded, [letter, as]) => folded.replace(letter, as), plain)
}
