// Comma-separated values as RFC 4180 has them, safe to open in a spreadsheet: a cell that would be a formula there begins
// with an apostrophe (OWASP, CSV injection), which is taken off again where such a file is read back. So does what would be a
// cell of its own where a spreadsheet parts cells by semicolons or tabs, as those of half of Europe do: it believes no quotes
// that do not begin its cell.

/** What begins a formula, also in full width and the other forms that stand for the same sign (UAX #15, NFKC). */
const SIGN = '[=+\\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−]'
/** What spreadsheets pass over before it. */
const BLANK = '\\s\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}'
/** Behind apostrophes of its own, so that what is read back is what was written. */
const LIVE = `'*[[${BLANK}]--[\\t\\r\\n]]*${SIGN}`
const LIVE_CELL = `'*(?:[\\t\\r\\n]|;[';${BLANK}]*${SIGN})`

const LIVE_PLACES = new RegExp(`^(?=${LIVE_CELL})|(?<=^|[;\\t\\r\\n])(?=${LIVE})`, 'gv')
const DEFUSED_PLACES = new RegExp(`^'(?=${LIVE_CELL})|(?<=^|[;\\t\\r\\n])'(?=${LIVE})`, 'gv')
/** White space around a cell is the cell's own, which not every reader believes without quotes; and some take what parts cells
 * elsewhere for what parts them here. */
const QUOTED = /[",;\t\r\n]|^\s|\s$/

export type CsvCell = string | number | null

export const defuse = (cell: string): string => cell.replace(LIVE_PLACES, "'")

/** What was defused, as it was. */
export const undefuse = (cell: string): string => cell.replace(DEFUSED_PLACES, '')

export const isDefused = (cell: string): boolean => undefuse(cell) !== cell

const writeCell = (cell: CsvCell): string => {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  const text = defuse(cell)
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One record with its end of line. What is not there is an empty cell. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(writeCell).join(',')}\r\n`
