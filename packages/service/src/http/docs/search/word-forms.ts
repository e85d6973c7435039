// Words of texts and queries. The browser loads this module too.

const IDENTIFIER = /[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)*/gu
const ACCENTS = /\p{M}/gu

const plain = (text: string): string => text.normalize('NFKD').replace(ACCENTS, '').toLowerCase()

/** The words of a text in lower case and without accents. An identifier such as `PAGE_STORE_MB` counts as itself and as its parts. */
export const wordsOf = (text: string): readonly string[] =>
  (plain(text).match(IDENTIFIER) ?? []).flatMap((word) => (word.includes('_') ? [word, ...word.split('_')] : [word]))

export type Piece = { readonly text: string; readonly isMarked: boolean }

/** Splits a text for display. Words are marked if they, or a part of an identifier, are among the forms. */
export const markWords = (text: string, forms: ReadonlySet<string>): readonly Piece[] => {
  const pieces: Piece[] = []
  let at = 0
  for (const { 0: word, index } of text.matchAll(IDENTIFIER)) {
    if (!wordsOf(word).some((part) => forms.has(part))) continue
    pieces.push({ text: text.slice(at, index), isMarked: false }, { text: word, isMarked: true })
    at = index + word.length
  }
  pieces.push({ text: text.slice(at), isMarked: false })
  return pieces.filter((piece) => piece.text !== '')
}

/** Whether one insertion, deletion, substitution or transposition of neighbors turns one word into the other. */
export const isOneEditAway = (one: string, other: string): boolean => {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1)
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at]
  return short.slice(at + 1) === long.slice(at + 1) || (isSwapped && short.slice(at + 2) === long.slice(at + 2))
}
