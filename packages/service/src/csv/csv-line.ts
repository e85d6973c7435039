// A line of CSV as RFC 4180 has it. A spreadsheet takes text that begins like a formula for one, and would run what a stranger
// wrote into a name: such text gets an apostrophe before it (https://owasp.org/www-community/attacks/CSV_Injection).

export type CsvCell = string | number | null

const FORMULA = /^[\t\r]|^\s*[=+\-@]/
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/

const textOf = (cell: CsvCell): string => {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** With the line's end. null is an empty cell. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(textOf).join(',')}\r\n`
