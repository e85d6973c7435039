// The cells of a record under the names of their columns, and what is read of one: its text, or why it is refused.

import { parseTruth } from './parse-truth.ts'
import type { Reason, Refusal } from './refusal.ts'
import type { Columns, Source } from './source.ts'

/** By the name of the column in small letters: how it is written, and what it holds. Nothing is the empty text. */
export type Cells = ReadonlyMap<string, Cell>
export type Cell = { readonly name: string; readonly text: string }

/** Characters of what a file says, as it is shown. */
const MOST_SHOWN = 60
/** An integer as programs write it in a column that lacks some. */
const WHOLE = /^(?<digits>\d+)\.0+$/

export const countedCells = (count: number): string => `${count} ${count === 1 ? 'cell' : 'cells'}`
export const refuse = (reason: Reason, message: string): Refusal => ({ reason, message })
export const shown = (text: string): string =>
  JSON.stringify(text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text)

/** Ends the reading of a record. */
export class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/** What the first of the columns holds that holds anything. */
export const textOf = (cells: Cells, columns: Columns = []): string => {
  for (const column of columns) {
    const text = cells.get(column)?.text ?? ''
    if (text !== '') return text
  }
  return ''
}

/** An id or a name as the shop has it, whose numbers are integers. What an operator wrote himself is as it is. */
export const idOf = (cells: Cells, { id }: Source, columns: Columns = []): string => {
  const text = textOf(cells, columns)
  return id === 'csv' ? text : (WHOLE.exec(text)?.groups?.digits ?? text)
}

/** Whether the column says so; what is neither true nor false is refused, and nothing is false. */
export const isTrue = (cells: Cells, column: string, reason: Reason): boolean => {
  const word = textOf(cells, [column])
  const truth = word === '' ? false : parseTruth(word)
  if (truth === undefined)
    throw new Refused(refuse(reason, `${cells.get(column)?.name ?? column} is ${shown(word)}, neither true nor false`))
  return truth
}
