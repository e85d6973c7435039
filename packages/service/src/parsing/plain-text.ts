// Text that every store keeps and searches as written: PostgreSQL refuses NUL, SQLite reads a pattern only up to one,
// and a lone surrogate becomes another character.

const CONTROL = /\p{Cc}/u
const CONTROL_IN_LINES = /[^\P{Cc}\n\r\t]/u

/** Whether it is one line without control characters. */
export const isPlainText = (text: string): boolean => !CONTROL.test(text) && text.isWellFormed()

/** The same with line breaks and tabs. */
export const isPlainLines = (text: string): boolean => !CONTROL_IN_LINES.test(text) && text.isWellFormed()
