// The output of a dry run in addition to the counts: how each column is read, the first licenses that would be created, and all
// lines that would be rejected.

import { isNameLike } from '../../importing/column-name.ts'
import type { Column } from '../../importing/columns.ts'
import type { RefusedLine, TakenLine } from '../../importing/import-licenses.ts'
import { licenseStatus } from '../../licensing/licenses/license.ts'
import type { Io } from '../io.ts'
import { printable } from '../output/printable.ts'
import { styleFor } from '../output/style.ts'
import { table } from '../output/table.ts'
import { formatCount, isoTime } from '../output/times.ts'

export type DryRun = {
  readonly columns: readonly Column[]
  readonly unread: readonly Column[]
  readonly taken: readonly TakenLine[]
  readonly refused: readonly RefusedLine[]
}

/** The number of licenses that a dry run shows. */
export const MAX_TAKEN = 10

/** How a column is read. */
const useOf = (column: Column, unread: readonly Column[]): string => {
  if (typeof column.use !== 'string') return column.use.join(', ')
  if (unread.includes(column)) return 'not read: rename it or use --ignore-column'
  return column.use === 'unknown' ? 'ignored' : column.use
}

/** An unread name may be a customer's data in a file without a header, which must not be shown. */
const safeName = ({ name, use }: Column): string =>
  use === 'unknown' && !isNameLike(name) ? '(may not be a column name)' : name

const nameOf = (column: Column): string => (column.name === '' ? '(no name)' : printable(safeName(column)))

const columnRows = ({ columns, unread }: DryRun): string[][] =>
  columns.map((each) => [nameOf(each), useOf(each, unread)])

const HEADINGS = ['line', 'key', 'plan', 'mode', 'status', 'expiresAt', 'externalId', 'email', 'name']

const takenRow = ({ line, outcome, license, hint }: TakenLine, now: number): string[] => [
  formatCount(line),
  outcome === 'there' ? 'exists' : hint === null ? 'new' : `…${hint}`,
  license.plan,
  license.mode,
  licenseStatus(license, now),
  license.expiresAt === null ? 'never' : isoTime(license.expiresAt),
  ...[license.externalId, license.email, license.name].map((text) => printable(text ?? '–')),
]

export const dryRunView = (io: Io, run: DryRun): string => {
  const { bold } = styleFor(io)
  const { taken, refused } = run
  const lines = refused.map(({ line, reason, message }) => [`line ${formatCount(line)}`, reason, printable(message)])
  return [
    `\n${bold('Columns')}\n`,
    table(columnRows(run), { indent: '  ' }),
    ...(taken.length === 0
      ? []
      : [
          `\n${bold('The first licenses')}\n`,
          table([HEADINGS, ...taken.map((line) => takenRow(line, io.now()))], { indent: '  ' }),
        ]),
    ...(lines.length === 0 ? [] : [`\n${bold('Would be rejected')}\n`, table(lines, { indent: '  ' })]),
  ].join('')
}

/** The JSON output. */
export const dryRunJson = (run: DryRun, now: number) => ({
  columns: run.columns.map((column) => ({ name: safeName(column), takenFor: useOf(column, run.unread) })),
  licenses: run.taken.map(({ line, outcome, license, hint }) => ({
    line,
    isThere: outcome === 'there',
    keyEndsIn: hint,
    ...license,
    status: licenseStatus(license, now),
    expiresAt: license.expiresAt === null ? null : isoTime(license.expiresAt),
    createdAt: isoTime(license.createdAt),
  })),
  refusedLines: run.refused.map(({ line, record, reason, externalId, hint, message }) => ({
    line,
    record,
    reason,
    externalId,
    keyEndsIn: hint,
    message,
  })),
})
