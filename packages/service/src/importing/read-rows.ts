// Converts the rows of a CSV file into named cells. A row may lack empty cells at its end, as spreadsheets omit them,
// unless it might be a broken or truncated line.

import type { CsvRecord } from '../csv/read-csv.ts'
import { shownText } from '../csv/spreadsheet-cell.ts'
import { isDefused, undefuse } from '../csv/write-csv.ts'
import { FOREIGN_KEY_LENGTH } from '../licensing/keys/foreign-key.ts'
import { parseTime } from '../parsing/parse-time.ts'
import { type Cells, countedCells } from './cells.ts'
import type { Column, ColumnUse } from './columns.ts'
import type { Rejection } from './refusal.ts'
import type { Source } from './source.ts'

export type ReadRow = { readonly line: number; readonly cells: Cells | Rejection }

export type RowReader = {
  /** The rows that are certain so far: a short row waits for the next one. */
  read(row: CsvRecord): readonly ReadRow[]
  /** The row that still waits; `isCutOff` when the text ends within its line, or is broken. */
  end(isCutOff: boolean): readonly ReadRow[]
}

/** Null values of databases, and those of pandas. */
const NULLS: ReadonlySet<string> = new Set(['\\N', 'NULL'])
const MISSING: ReadonlySet<string> = new Set([...NULLS, 'NaN', 'nan', 'NaT', 'None', '<NA>'])
const ROW_NUMBER = /^\d{1,15}$/
/** Columns in which such a word may be text, or must not be ignored. */
const TEXTS = /^(?:name|notes|status|mode|metadata.*)$/
const TEXTS_OF_PEOPLE = /^(?:name|email|notes)$/
/** Columns that may be missing at the end of a row; and, where a missing status means active, the longer list. */
const DISPENSABLE = /^(?:name|email|notes|expiresAt|createdAt|metadata.*)$/
const DISPENSABLE_WITH_STATE = /^(?:name|email|notes|status|mode|expiresAt|createdAt|metadata.*)$/

const everyUse = (use: ColumnUse, pattern: RegExp): boolean =>
  typeof use === 'string' || use.every((each) => pattern.test(each))

export const createRowReader = (
  columns: readonly Column[],
  source: Source,
  isIgnored: (name: string) => boolean = () => false,
): RowReader => {
  const nothing = columns.map(({ use }) => (use !== 'row numbers' && everyUse(use, TEXTS) ? NULLS : MISSING))
  /** The last number in each unnamed column that is not ignored. */
  const lastNumbers = new Map<number, number>(
    columns.flatMap(({ name, use }, at) => (use === 'row numbers' && !isIgnored(name) ? [[at, -1]] : [])),
  )
  const dispensable = source.isActiveWithoutWord ? DISPENSABLE_WITH_STATE : DISPENSABLE
  const least = 1 + columns.findLastIndex(({ use }) => !everyUse(use, dispensable))
  const keyAt = columns.findIndex(({ use }) => use.includes('key'))
  let waiting: CsvRecord | undefined

  const textOf = (cell: string, at: number): string => {
    const text = (source.isFormulaEscaped && isDefused(cell) ? undefuse(cell) : shownText(cell)).trim()
    return nothing[at]?.has(text) ? '' : text
  }
  /** The index of an unnamed column with anything but increasing numbers: it might be a status. */
  const findUnexpectedUnnamed = (cells: readonly string[]): number | undefined => {
    for (const [at, last] of lastNumbers) {
      const text = textOf(cells[at] ?? '', at)
      if (text === '') continue
      if (!ROW_NUMBER.test(text) || Number(text) <= last) return at
      lastNumbers.set(at, Number(text))
    }
    return undefined
  }
  const toRow = ({ line, cells }: CsvRecord): ReadRow => {
    const unnamed = findUnexpectedUnnamed(cells)
    if (unnamed === undefined)
      return {
        line,
        cells: new Map(columns.map(({ key, name }, at) => [key, { name, text: textOf(cells[at] ?? '', at) }])),
      }
    const ignoring = `--ignore-column ${JSON.stringify(columns[unnamed]?.name ?? '')}`
    return {
      line,
      cells: {
        reason: 'columns',
        message: `Column ${unnamed + 1} has no header but has a value in this line: name it in the header line, or pass ${ignoring}`,
      },
    }
  }
  const toRejectedRow = ({ line, cells }: CsvRecord): ReadRow => ({
    line,
    cells: {
      reason: 'columns',
      message: `The line has ${countedCells(cells.length)}; the header has ${columns.length}`,
    },
  })
  const keyOf = ({ cells }: CsvRecord): string => (keyAt < 0 ? '' : textOf(cells[keyAt] ?? '', keyAt))
  const hasNoKey = (row: CsvRecord): boolean => keyOf(row).length < FOREIGN_KEY_LENGTH.least || /\s/.test(keyOf(row))
  /** Whether the row may be the rest of the previous one. */
  const mayBeRest = (row: CsvRecord): boolean => row.cells.length < columns.length && hasNoKey(row)
  /** Whether a text column contains a value of another column: a status or a date. */
  const isShifted = ({ cells }: CsvRecord): boolean =>
    cells.some((cell, at) => {
      const { use } = columns[at] ?? { use: [] }
      const text = textOf(cell, at).toLowerCase()
      return everyUse(use, TEXTS_OF_PEOPLE) && (Object.hasOwn(source.statuses, text) || parseTime(text) !== null)
    })
  const isShort = (row: CsvRecord): boolean =>
    row.cells.length >= least &&
    row.cells.length < columns.length &&
    (keyOf(row) === '' || !hasNoKey(row)) &&
    !isShifted(row)
  const release = (isInDoubt: boolean): readonly ReadRow[] => {
    const row = waiting
    waiting = undefined
    return row === undefined ? [] : [isInDoubt ? toRejectedRow(row) : toRow(row)]
  }

  return {
    read(row) {
      const before = release(mayBeRest(row))
      if (row.cells.length === columns.length) return [...before, toRow(row)]
      if (!isShort(row)) return [...before, toRejectedRow(row)]
      waiting = row
      return before
    },
    end: release,
  }
}
