/** Sorts after every other character, byte by byte. */
const LAST_CHARACTER = '\u{10ffff}'

/** The upper bound of all texts with this prefix, in byte order. */
export const endOfPrefix = (prefix: string): string => prefix + LAST_CHARACTER
