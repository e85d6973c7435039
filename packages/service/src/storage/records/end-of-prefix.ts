/** Behind every other one, byte by byte. */
const LAST_CHARACTER = '\u{10ffff}'

/** What comes behind every text that begins so, in the order of bytes. */
export const endOfPrefix = (prefix: string): string => prefix + LAST_CHARACTER
