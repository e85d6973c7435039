// Normalizes text so that a word is found however it is written: lower case, compatibility forms, no marks.

const ASCII = /^[\t\n\r -~]*$/
const MARKS = /\p{M}+/gu
/** Directional and zero-width marks are invisible. */
const UNSEEN = /\p{Cf}+/gu
/** Letters without a decomposition, and signs that replace others. */
const LETTERS: readonly (readonly [RegExp, string])[] = [
  [/ı/g, 'i'],
  [/[‐‑‒–—−]/g, '-'],
]

export const foldWords = (text: string): string => {
  if (ASCII.test(text)) return text.toLowerCase()
  const plain = text.replace(UNSEEN, '').normalize('NFKD').toLowerCase().replace(MARKS, '').normalize('NFC')
  return LETTERS.reduce((folded, [letter, as]) => folded.replace(letter, as), plain)
}
