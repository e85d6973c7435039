// Writes comma-separated values (RFC 4180) that are safe to open in a spreadsheet: an apostrophe is added before
// anything that would become a formula (OWASP, CSV injection), and removed when such a file is imported. That includes
// text after semicolons, tabs and line breaks within a cell: a spreadsheet that separates cells by them ignores quotes
// that do not start its cell.

/** The characters that start a formula, including their full-width and other compatible forms (UAX #15, NFKC). */
const SIGN = '[=+\\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−]'
/** What spreadsheets skip before it. */
const BLANK = '\\s\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}'
/** Also after existing apostrophes, so that importing restores the original text. */
const LIVE = `'*[[${BLANK}]--[\\t\\r\\n]]*${SIGN}`
const LIVE_CELL = `'*(?:[\\t\\r\\n]|;[';${BLANK}]*${SIGN})`

const LIVE_PLACES = new RegExp(`^(?=${LIVE_CELL})|(?<=^|[;\\t\\r\\n])(?=${LIVE})`, 'gv')
const DEFUSED_PLACES = new RegExp(`^'(?=${LIVE_CELL})|(?<=^|[;\\t\\r\\n])'(?=${LIVE})`, 'gv')
/** Leading and trailing white space belongs to the cell, but some readers trim it without quotes; and some readers
 * treat other separators as ours. */
const QUOTED = /[",;\t\r\n]|^\s|\s$/

export type CsvCell = string | number | null

export const defuse = (cell: string): string => cell.replace(LIVE_PLACES, "'")

/** Restores the original text. */
export const undefuse = (cell: string): string => cell.replace(DEFUSED_PLACES, '')

export const isDefused = (cell: string): boolean => undefuse(cell) !== cell

const writeCell = (cell: CsvCell): string => {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  const text = defuse(cell)
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One record with its line ending. Null becomes an empty cell. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(writeCell).join(',')}\r\n`
