// The named cells of a record, and how they are read or refused.

import { parseTruth } from './parse-truth.ts'
import type { Reason, Rejection } from './refusal.ts'
import type { Columns, Source } from './source.ts'

/** By lowercase column name. A missing value is the empty text. */
export type Cells = ReadonlyMap<string, Cell>
export type Cell = { readonly name: string; readonly text: string }

/** The most characters of a file's text in a message. */
const MAX_SHOWN = 60
/** An integer as written by programs that use floats for columns with gaps. */
const WHOLE = /^(?<digits>\d+)\.0+$/

export const countedCells = (count: number): string => `${count} ${count === 1 ? 'cell' : 'cells'}`
export const refuse = (reason: Reason, message: string): Rejection => ({ reason, message })
export const shown = (text: string): string =>
  JSON.stringify(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text)

/** Ends the processing of a record. */
export class Refused extends Error {
  readonly refusal: Rejection

  constructor(refusal: Rejection) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/** The first nonempty value of the columns. */
export const textOf = (cells: Cells, columns: Columns = []): string => {
  for (const column of columns) {
    const text = cells.get(column)?.text ?? ''
    if (text !== '') return text
  }
  return ''
}

/** An id or a name of the shop, in which numbers are integers. Our own CSV format is taken literally. */
export const idOf = (cells: Cells, { id }: Source, columns: Columns = []): string => {
  const text = textOf(cells, columns)
  return id === 'csv' ? text : (WHOLE.exec(text)?.groups?.digits ?? text)
}

/** Whether the column is true. An empty value is false; an unknown word is refused. */
export const isTrue = (cells: Cells, column: string, reason: Reason): boolean => {
  const word = textOf(cells, [column])
  const truth = word === '' ? false : parseTruth(word)
  if (truth === undefined)
    throw new Refused(refuse(reason, `${cells.get(column)?.name ?? column} is ${shown(word)}, neither true nor false`))
  return truth
}
