// Whether cells of the first line look like column names. In a file without a header, the first line contains a
// customer's key and address, which messages must not repeat.

const MAX_CHARACTERS = 40
const BETWEEN = /[\s_.[\]-]+/u
/** A word of a column name: capitals, lowercase, camel case such as `licenseKey`, or letters without case; with up to
 * three digits. */
const WORD =
  /^(?:\p{Lu}{1,12}|\p{Lu}{0,3}\p{Ll}{1,24}(?:\p{Lu}\p{Ll}{1,24}){0,5}(?:\p{Lu}{2,3})?|[\p{Lo}\p{Lm}\p{M}]{1,24})?\d{0,3}$/u
const OF_VALUES = /@|\d{4}/
const KEY_LIKE = /^(?=.*\d)\S{12,}$/

export const isNameLike = (text: string): boolean =>
  text.length <= MAX_CHARACTERS && text.split(BETWEEN).every((word) => WORD.test(word))

/** Whether the cells look like a customer's record rather than like column names. */
export const looksLikeRecord = (cells: readonly string[]): boolean => {
  const others = cells.filter((cell) => !isNameLike(cell))
  return others.length > cells.length / 2 || others.some((cell) => OF_VALUES.test(cell) || KEY_LIKE.test(cell))
}

/** The column names for a message: cells that may be something else are only counted. */
export const shownNames = (names: readonly string[]): string => {
  const shown = names.filter(isNameLike).map((name) => JSON.stringify(name))
  const hidden = names.length - shown.length
  return [...shown, ...(hidden === 0 ? [] : [`${hidden} that may be something else than a name`])].join(', ')
}
