// The output of a copy: a line for each table, the total usage, and the next steps.

import type { Comparison } from '../../storage/compare-copy.ts'
import type { CopiedRows } from '../../storage/copy-store.ts'
import type { Io } from '../io.ts'
import { printable } from '../output/printable.ts'
import { shellQuoted } from '../output/shell-quoted.ts'
import { styleFor } from '../output/style.ts'
import { table } from '../output/table.ts'
import { formatCount } from '../output/times.ts'

/** The shown part of a checksum. */
const CHECKSUM_CHARACTERS = 16

export type CopyResult = {
  readonly io: Io
  readonly from: string
  readonly into: string
  readonly copied: readonly CopiedRows[]
  readonly comparison: Comparison
}

/** The JSON output. */
export const describeCopy = (copied: readonly CopiedRows[], { tables, usage }: Comparison) => ({
  tables: tables.map(({ table: name, rows, checksum }, n) => ({
    table: name,
    rows: rows.target,
    written: copied[n]?.written ?? 0,
    removed: copied[n]?.removed ?? 0,
    sha256: checksum.target,
  })),
  usage: usage.map(({ meter, month, target }) => ({ meter, month, used: target })),
})

export const copiedView = ({ io, from, into, copied, comparison }: CopyResult): string => {
  const { dim } = styleFor(io)
  const heads = ['TABLE', 'ROWS', 'WRITTEN', 'REMOVED', 'SHA-256'].map((text) => ({ text, paint: dim }))
  const { tables, usage } = describeCopy(copied, comparison)
  const lines = tables.map((row) => [
    row.table,
    formatCount(row.rows),
    formatCount(row.written),
    formatCount(row.removed),
    row.sha256.slice(0, CHECKSUM_CHARACTERS),
  ])
  const sums = usage.map(({ meter, month, used }) => [month, meter, formatCount(used)])
  return `Copied ${from} to ${into}. All rows were compared and are identical.

${table([heads, ...lines], { right: [1, 2, 3] })}
Total usage by month (UTC)
${table(sums, { indent: '  ', right: [2] })}`
}

/** The steps to switch over. They never contain the pepper itself. */
export const switchOverSteps = (from: string, pepper: string | undefined): string => {
  const setting =
    pepper === undefined
      ? 'LICENSE_PEPPER  the current value'
      : `LICENSE_PEPPER  the content of ${pepper}: LICENSE_PEPPER="$(cat ${shellQuoted(pepper)})"`
  return `
Next steps
  1. Stop the service that uses ${from}. Until then, it can keep running and you can repeat this command.
  2. Run this command again. It copies the changes since the last run, which takes seconds.
  3. Start the service with
       DATABASE_URL    the URL that you set with --to
       ${setting}
Cached pages are not copied. The service fetches them again. Keep the old store until you are sure, and start no service on it.
`
}

/** The differences, one line for each table and total. */
export const differences = ({ tables, usage }: Comparison): string => {
  const rows = tables
    .filter(({ different }) => different > 0)
    .map(({ table: name, different, rows: { source, target }, examples }) => {
      const counts = `${formatCount(source)} rows in the source, ${formatCount(target)} in the target`
      return `${name}: ${formatCount(different)} differ (${counts}), such as ${examples.map(printable).join(', ')}`
    })
  const sums = usage
    .filter(({ source, target }) => source !== target)
    .map(
      ({ meter, month, source, target }) =>
        `${meter} in ${month}: ${formatCount(source)} used, ${formatCount(target)} in the target`,
    )
  const advice = 'Another process writes to the target. Stop it and run the command again.'
  return [':', ...rows, ...sums, advice].join('\n  ')
}
