// Makes untrusted text safe for a terminal. It removes control characters, which start escape sequences, and bidirectional
// overrides, which change the displayed order of the text (Unicode TR 36, section 3.2).

const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu
const CONTROLS_EXCEPT_NEWLINE = /(?!\n)[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** Returns the text on one line. */
export const printable = (text: string): string => text.replace(/\s+/g, ' ').replace(CONTROLS, '').trim()

/** Keeps the line breaks of the text. */
export const printableLines = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/\t/g, ' ').replace(CONTROLS_EXCEPT_NEWLINE, '')
