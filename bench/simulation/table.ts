// Tables for people, in Markdown.

export type Cell = string | number

const digits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 })

export const formatCell = (cell: Cell): string => (typeof cell === 'number' ? digits.format(cell) : cell)

/** Columns of numbers are right-aligned. */
export const formatTable = (rows: readonly Readonly<Record<string, Cell>>[]): string => {
  const columns = Object.keys(rows[0] ?? {})
  const isNumber = columns.map((column) => rows.some((row) => typeof row[column] === 'number'))
  const cells = [columns, ...rows.map((row) => columns.map((column) => formatCell(row[column] ?? '')))]
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)))
  const lines = cells.map((row) => {
    const padded = row.map((cell, at) => (isNumber[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
    return `| ${padded.join(' | ')} |`
  })
  const rule = widths.map((width, at) => (isNumber[at] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)))
  const [head = '', ...body] = lines
  return [head, `| ${rule.join(' | ')} |`, ...body].join('\n')
}
