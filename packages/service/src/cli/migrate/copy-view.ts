// What is told of a copy: a line for every table, what was used in all, and what to do next.

import type { Comparison } from '../../storage/compare-copy.ts'
import type { CopiedRows } from '../../storage/copy-store.ts'
import type { Io } from '../io.ts'
import { printable } from '../output/printable.ts'
import { shellQuoted } from '../output/shell-quoted.ts'
import { styleFor } from '../output/style.ts'
import { table } from '../output/table.ts'
import { grouped } from '../output/times.ts'

/** As much of a checksum as people compare. */
const CHECKSUM_CHARACTERS = 16

export type CopyTold = {
  readonly io: Io
  readonly from: string
  readonly into: string
  readonly copied: readonly CopiedRows[]
  readonly comparison: Comparison
}

/** For programs. */
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

export const copiedView = ({ io, from, into, copied, comparison }: CopyTold): string => {
  const { dim } = styleFor(io)
  const heads = ['TABLE', 'ROWS', 'WRITTEN', 'REMOVED', 'SHA-256'].map((text) => ({ text, paint: dim }))
  const { tables, usage } = describeCopy(copied, comparison)
  const lines = tables.map((row) => [
    row.table,
    grouped(row.rows),
    grouped(row.written),
    grouped(row.removed),
    row.sha256.slice(0, CHECKSUM_CHARACTERS),
  ])
  const sums = usage.map(({ meter, month, used }) => [month, meter, grouped(used)])
  return `Copied ${from} to ${into}, and compared every row: they are the same.

${table([heads, ...lines], { right: [1, 2, 3] })}
Used in all, by month (UTC)
${table(sums, { indent: '  ', right: [2] })}`
}

/** How to change over; the pepper itself is nowhere in it. */
export const changeOver = (from: string, pepper: string | undefined): string => {
  const setting =
    pepper === undefined
      ? 'LICENSE_PEPPER  as it is set now'
      : `LICENSE_PEPPER  what is in ${pepper}: LICENSE_PEPPER="$(cat ${shellQuoted(pepper)})"`
  return `
Next
  1. Stop the service that runs on ${from}. Until then it may go on, and this command may be run again.
  2. Run this command once more: it brings over what has changed since, which takes seconds.
  3. Start the service with
       DATABASE_URL    the address that you gave with --to
       ${setting}
Held pages are not copied; they are fetched anew. Keep the old store as it is until you are sure, and start nothing on it.
`
}

/** What is not the same, a line for each table and sum. */
export const differences = ({ tables, usage }: Comparison): string => {
  const rows = tables
    .filter(({ different }) => different > 0)
    .map(({ table: name, different, rows: { source, target }, examples }) => {
      const counts = `${grouped(source)} rows in the source, ${grouped(target)} in the target`
      return `${name}: ${grouped(different)} differ (${counts}), such as ${examples.map(printable).join(', ')}`
    })
  const sums = usage
    .filter(({ source, target }) => source !== target)
    .map(
      ({ meter, month, source, target }) =>
        `${meter} in ${month}: ${grouped(source)} used, ${grouped(target)} in the target`,
    )
  const advice = 'Something else writes to the target: stop it, and run this again.'
  return [':', ...rows, ...sums, advice].join('\n  ')
}
