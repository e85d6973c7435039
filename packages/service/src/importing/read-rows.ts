// The rows of a CSV file → cells under their columns. A row that lacks cells at its end is taken where nothing is in doubt:
// spreadsheets leave empty cells out there, but a line that was broken or cut off looks alike.

import type { CsvRecord } from '../csv/read-csv.ts'
import { shownText } from '../csv/spreadsheet-cell.ts'
import { isDefused, undefuse } from '../csv/write-csv.ts'
import { FOREIGN_KEY_LENGTH } from '../licensing/keys/foreign-key.ts'
import type { Column, ColumnUse } from './columns.ts'
import type { Cells } from './read-records.ts'
import type { Refusal } from './refusal.ts'
import type { Source } from './source.ts'

export type ReadRow = { readonly line: number; readonly cells: Cells | Refusal }

export type RowReader = {
  /** What can be said of the rows so far: a short one waits for the row behind it. */
  read(row: CsvRecord): readonly ReadRow[]
  /** The row that still waits; `isCutOff` where the text ends within its line, or goes wrong. */
  end(isCutOff: boolean): readonly ReadRow[]
}

/** What databases write for nothing, and besides what pandas does. */
const NULLS: ReadonlySet<string> = new Set(['\\N', 'NULL'])
const NOT_THERE: ReadonlySet<string> = new Set([...NULLS, 'NaN', 'nan', 'NaT', 'None', '<NA>'])
/** Uses in which such a word may be a text, or must not be passed over. */
const TEXTS = /^(?:name|notes|status|mode|metadata.*)$/
/** What a license may lack at the end of a row. */
const DISPENSABLE = /^(?:name|email|notes|createdAt|metadata.*)$/

const everyUse = (use: ColumnUse, pattern: RegExp): boolean =>
  typeof use === 'string' || use.every((each) => pattern.test(each))

export const createRowReader = (columns: readonly Column[], source: Source): RowReader => {
  const nothing = columns.map(({ use }) => (everyUse(use, TEXTS) ? NULLS : NOT_THERE))
  const least = 1 + columns.findLastIndex(({ use }) => !everyUse(use, DISPENSABLE))
  const keyAt = columns.findIndex(({ use }) => use.includes('key'))
  let waiting: CsvRecord | undefined

  const textOf = (cell: string, at: number): string => {
    const text = (source.isDefused && isDefused(cell) ? undefuse(cell) : shownText(cell)).trim()
    return nothing[at]?.has(text) ? '' : text
  }
  const taken = ({ line, cells }: CsvRecord): ReadRow => ({
    line,
    cells: new Map(columns.map(({ key, name }, at) => [key, { name, text: textOf(cells[at] ?? '', at) }])),
  })
  const refused = ({ line, cells }: CsvRecord): ReadRow => ({
    line,
    cells: {
      reason: 'columns',
      message: `The line has ${cells.length} cells, and the first line ${columns.length}`,
    },
  })
  const isShort = ({ cells }: CsvRecord): boolean => cells.length >= least && cells.length < columns.length
  /** Whether a row may be the rest of the one before it. */
  const mayBeRest = ({ cells }: CsvRecord): boolean => {
    const key = textOf(cells[keyAt] ?? '', keyAt)
    return cells.length < columns.length && (key.length < FOREIGN_KEY_LENGTH.least || /\s/.test(key))
  }
  const settle = (isInDoubt: boolean): readonly ReadRow[] => {
    const row = waiting
    waiting = undefined
    return row === undefined ? [] : [isInDoubt ? refused(row) : taken(row)]
  }

  return {
    read(row) {
      const before = settle(mayBeRest(row))
      if (row.cells.length === columns.length) return [...before, taken(row)]
      if (!isShort(row)) return [...before, refused(row)]
      waiting = row
      return before
    },
    end: settle,
  }
}
