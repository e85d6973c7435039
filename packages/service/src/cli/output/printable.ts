// Text of strangers made safe for a terminal: what is not seen but obeyed is left out. Escape sequences begin with control
// characters; bidirectional overrides show a text in another order than it has (Unicode TR 36, section 3.2).

const OBEYED = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu
const OBEYED_IN_LINES = /(?!\n)[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** On one line. */
export const printable = (text: string): string => text.replace(/\s+/g, ' ').replace(OBEYED, '').trim()

/** On as many lines as it has. */
export const printableLines = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/\t/g, ' ').replace(OBEYED_IN_LINES, '')
