// Text that every store keeps, every page shows and every search finds as it was written: PostgreSQL takes no NUL, SQLite reads
// a pattern no further than to one, and half a surrogate pair becomes another character on its way.

const CONTROL = /\p{Cc}/u
const CONTROL_IN_LINES = /[^\P{Cc}\n\r\t]/u

/** Whether it is one line without control characters. */
export const isPlainText = (text: string): boolean => !CONTROL.test(text) && text.isWellFormed()

/** The same where line breaks and tabs may stand in it. */
export const isPlainLines = (text: string): boolean => !CONTROL_IN_LINES.test(text) && text.isWellFormed()
