// Sends a table as CSV (RFC 4180), line by line, so that it may have any length.

import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { csvLine } from '../../csv/write-csv.ts'
import type { CsvFile } from './admin-route.ts'

/** Whether the query asks for CSV, or `Accept` names it and not JSON. */
export const wantsCsv = ({ query, headers }: FastifyRequest): boolean => {
  const { format } = query as { readonly format?: string }
  if (format !== undefined) return format === 'csv'
  const accept = headers.accept ?? ''
  return accept.includes('text/csv') && !accept.includes('application/json')
}

async function* written(lines: CsvFile['lines']) {
  for await (const cells of lines) yield csvLine(cells)
}

/** Browsers save it under `name`. */
export const sendCsv = (reply: FastifyReply, { name, lines }: CsvFile): FastifyReply =>
  reply
    .type('text/csv; charset=utf-8; header=present')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(Readable.from(written(lines)))
