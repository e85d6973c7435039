// Whether a cell of the first line looks like the name of a column. Where a file has no such line, its first cells are a
// customer's key and address, and messages must not hold those.

const MOST_CHARACTERS = 40
const BETWEEN = /[\s_.[\]-]+/u
/** A word as names are made of: in capitals, in small letters, as in `licenseKey`, or in letters without case; up to three digits. */
const WORD =
  /^(?:\p{Lu}{1,12}|\p{Lu}{0,3}\p{Ll}{1,24}(?:\p{Lu}\p{Ll}{1,24}){0,5}(?:\p{Lu}{2,3})?|[\p{Lo}\p{Lm}\p{M}]{1,24})?\d{0,3}$/u
const OF_VALUES = /@|\d{4}/
const KEY_LIKE = /^(?=.*\d)\S{12,}$/

export const isNameLike = (text: string): boolean =>
  text.length <= MOST_CHARACTERS && text.split(BETWEEN).every((word) => WORD.test(word))

/** Whether cells look like a record of a customer rather than like names. */
export const areOfRecord = (cells: readonly string[]): boolean => {
  const others = cells.filter((cell) => !isNameLike(cell))
  return others.length > cells.length / 2 || others.some((cell) => OF_VALUES.test(cell) || KEY_LIKE.test(cell))
}

/** The names as they are told: those that may be something else are only counted. */
export const reportedNames = (names: readonly string[]): string => {
  const shown = names.filter(isNameLike).map((name) => JSON.stringify(name))
  const hidden = names.length - shown.length
  return [...shown, ...(hidden === 0 ? [] : [`${hidden} that may be something else than a name`])].join(', ')
}
