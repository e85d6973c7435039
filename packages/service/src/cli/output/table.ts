// Tables with aligned columns. Colors do not count toward the width of a cell.

import { textWidth } from './text-width.ts'

export type Cell = string | { readonly text: string; readonly paint: (text: string) => string }

export type TableOptions = {
  readonly indent?: string
  /** Right-aligned columns, counted from 0. */
  readonly right?: readonly number[]
}

const GAP = '  '

const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text)
const painted = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.paint(cell.text))

/** Returns a line for each row, with a line break. Rows may have different lengths. */
export const table = (rows: readonly (readonly Cell[])[], { indent = '', right = [] }: TableOptions = {}): string => {
  const widths: number[] = []
  for (const row of rows) {
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, textWidth(textOf(cell)))
  }
  const lines = rows.map((row) =>
    row.map((cell, at) => {
      const space = ' '.repeat((widths[at] ?? 0) - textWidth(textOf(cell)))
      if (right.includes(at)) return space + painted(cell)
      return at === row.length - 1 ? painted(cell) : painted(cell) + space
    }),
  )
  return lines.map((cells) => `${(indent + cells.join(GAP)).trimEnd()}\n`).join('')
}
