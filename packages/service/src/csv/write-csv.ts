// Comma-separated values as RFC 4180 has them, safe to open in a spreadsheet: a cell that would be a formula there begins
// with an apostrophe (OWASP, CSV injection), which is taken off again where such a file is read back.

/** A cell that a spreadsheet takes for a formula, and one that would be read back as another than it is. */
const FORMULA = /^'*(?:[\t\r]|\s*[=+\-@])/
const DEFUSED = /^'+(?:[\t\r]|\s*[=+\-@])/
/** White space around a cell is the cell's own, which not every reader believes without quotes. */
const QUOTED = /[",\r\n]|^\s|\s$/

export type CsvCell = string | number | null

export const defuse = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell)

export const isDefused = (cell: string): boolean => DEFUSED.test(cell)

/** What was defused, as it was. */
export const undefuse = (cell: string): string => (isDefused(cell) ? cell.slice(1) : cell)

const writeCell = (cell: CsvCell): string => {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  const text = defuse(cell)
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One record with its end of line. What is not there is an empty cell. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(writeCell).join(',')}\r\n`
