// Usage by one dimension as responses have it, for one license and for all.

import { writeDay } from '../../licensing/usage/days.ts'
import type { UsageDetails } from '../../licensing/usage/usage-report.ts'
import type { Span } from '../../storage/store.ts'
import type { CsvFile } from './admin-route.ts'

export const toResponse = ({ by, rows, total }: UsageDetails, days: Span) => ({
  ...{ by, from: writeDay(days.from), to: writeDay(days.before - 1) },
  ...{ rows: [...rows], total },
})

/** `of`: start of the file's name. */
export const toCsv = (of: string, { by, from, to, rows }: ReturnType<typeof toResponse>): CsvFile => ({
  name: `${of}-by-${by}-${from}-${to}`,
  lines: [[by, 'scans', 'validations'], ...rows.map(({ name, scans, validations }) => [name, scans, validations])],
})
