// The output of an import: the counts, the reasons for rejected lines, and the first of these lines.

import type { Column } from '../../importing/columns.ts'
import type { ImportCounts } from '../../importing/import-licenses.ts'
import { REASONS, type Reason } from '../../importing/refusal.ts'
import type { Source } from '../../importing/source.ts'
import type { Io } from '../io.ts'
import { printable } from '../output/printable.ts'
import { styleFor } from '../output/style.ts'
import { table } from '../output/table.ts'
import { formatCount, pluralize } from '../output/times.ts'
import { unreadMessage } from './column-check.ts'
import { type DryRun, dryRunView } from './dry-run-view.ts'
import type { RefusedSummary } from './import-files.ts'

export type ImportResult = {
  readonly io: Io
  readonly file: string
  readonly importId: string
  readonly source: Source
  readonly isDry: boolean
  readonly counts: ImportCounts
  readonly refused: RefusedSummary
  readonly columns: readonly Column[]
  readonly report: string | undefined
  /** Additional output of a dry run. */
  readonly dryRun: DryRun | undefined
}

const DEFAULTS = [
  ['status', 'all licenses are active'],
  ['expiresAt', 'no license expires'],
] as const

/** The defaults for columns that the file does not have. */
const missingColumns = (columns: readonly Column[]): string =>
  DEFAULTS.filter(([field]) => !columns.some(({ use }) => Array.isArray(use) && use.includes(field)))
    .map(([field, means]) => `No column for ${field}: ${means}.\n`)
    .join('')

export const importView = ({
  io,
  file,
  importId,
  source,
  isDry,
  counts,
  refused,
  columns,
  report,
  dryRun,
}: ImportResult): string => {
  const { bold } = styleFor(io)
  const missing = counts.read === 0 ? '' : missingColumns(columns)
  const rows = [
    [isDry ? 'would be created' : 'created', formatCount(counts.made)],
    ['already exist', formatCount(counts.there)],
    ['rejected', formatCount(counts.refused)],
  ]
  const reasons = Object.entries(refused.counts).map(([reason, count]) => [
    reason,
    formatCount(count),
    REASONS[reason as Reason],
  ])
  const first = refused.first.map(({ line, reason, message }) => [
    `line ${formatCount(line)}`,
    reason,
    printable(message),
  ])
  const end = isDry ? '; dry run, nothing was written' : ''
  const inTrail = counts.made === 0 || isDry ? '' : `\nThe audit trail records this import as ${importId}.\n`
  return [
    `Read ${pluralize(counts.read, 'license')} of ${bold(printable(file))} (${source.name})${end}.\n\n`,
    table(rows, { indent: '  ', right: [1] }),
    ...(missing === '' ? [] : [`\n${missing}`]),
    ...(reasons.length === 0 ? [] : [`\n${bold('Rejected')}\n`, table(reasons, { indent: '  ', right: [1] })]),
    ...(first.length === 0 || report !== undefined || isDry
      ? []
      : [`\n${bold('First rejected lines')}\n`, table(first, { indent: '  ' })]),
    inTrail,
    dryRun === undefined ? '' : dryRunView(io, dryRun),
  ].join('')
}

/** The error message if something must be corrected; otherwise undefined. */
export const problemOf = (result: ImportResult): string | undefined => {
  const unread = result.dryRun?.unread ?? []
  const parts = [
    ...(unread.length === 0
      ? []
      : [`${unreadMessage(unread)}. Rename or ignore it before you run the import without --dry-run`]),
    ...(result.counts.read === 0 ? [`${result.file} has no licenses`] : []),
    ...(result.counts.refused === 0 ? [] : [rejectedText(result)]),
  ]
  return parts.length === 0 ? undefined : parts.join('. ')
}

const rejectedText = ({ counts, isDry, report }: ImportResult): string => {
  const where =
    report === undefined ? '--report FILE lists each of them with its reason' : `${report} lists each of them`
  const isOne = counts.refused === 1
  const lines = `${formatCount(counts.refused)} of ${pluralize(counts.read, 'license')}`
  const verb = isDry ? 'would be' : isOne ? 'was' : 'were'
  return `${lines} ${verb} rejected; ${where}. Correct ${isOne ? 'it' : 'them'} and run the command again. Existing licenses stay unchanged`
}
