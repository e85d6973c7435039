// Aligned columns. A cell is measured as it is read, whatever it is painted with.

import { textWidth } from './text-width.ts'

export type Cell = string | { readonly text: string; readonly paint: (text: string) => string }

export type TableOptions = {
  readonly indent?: string
  /** Columns, counted from 0, that are aligned at their right. */
  readonly right?: readonly number[]
}

const GAP = '  '

const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text)
const painted = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.paint(cell.text))

/** A line for each row, each ended; rows may be shorter than others. */
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
