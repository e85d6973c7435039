// Writes rows as CSV or JSON lines.

import { csvLine } from '../csv/write-csv.ts'
import type { Store } from '../storage/store.ts'
import type { Export, ExportRow } from './exports.ts'

export type ExportFormat = 'csv' | 'jsonl'

/** A cell contains text: lists are joined with blanks, and objects become JSON. */
const cellOf = (value: unknown): string | number | null => {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'string') return value
  if (Array.isArray(value)) return value.join(' ')
  return Object.keys(value).length === 0 ? null : JSON.stringify(value)
}

const LINES: Readonly<Record<ExportFormat, (table: Export, row: ExportRow) => string>> = {
  csv: ({ columns }, row) => csvLine(columns.map((column) => cellOf(row[column]))),
  jsonl: ({ id }, row) => `${JSON.stringify({ type: id, ...row })}\n`,
}

/** Yields the text of an export in parts. */
export async function* writeExport(store: Store, table: Export, format: ExportFormat): AsyncGenerator<string> {
  if (format === 'csv') yield csvLine(table.columns)
  for await (const rows of table.rows(store)) yield rows.map((row) => LINES[format](table, row)).join('')
}
