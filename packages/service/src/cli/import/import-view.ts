// What is told of an import: how many lines were taken, and of those that were not the reasons and the first few.

import type { Column } from '../../importing/columns.ts'
import type { ImportCounts } from '../../importing/import-licenses.ts'
import { REASONS, type Reason } from '../../importing/refusal.ts'
import type { Source } from '../../importing/source.ts'
import type { Io } from '../io.ts'
import { printable } from '../output/printable.ts'
import { styleFor } from '../output/style.ts'
import { table } from '../output/table.ts'
import { counted, grouped } from '../output/times.ts'
import { unreadMessage } from './column-check.ts'
import { type DryRun, dryRunView } from './dry-run-view.ts'
import type { RefusedSummary } from './import-files.ts'

export type ImportTold = {
  readonly io: Io
  readonly file: string
  readonly importId: string
  readonly source: Source
  readonly isDry: boolean
  readonly counts: ImportCounts
  readonly refused: RefusedSummary
  readonly columns: readonly Column[]
  readonly report: string | undefined
  /** What a dry run tells besides. */
  readonly dryRun: DryRun | undefined
}

const TOLD_BY_COLUMNS = [
  ['status', 'every license is active'],
  ['expiresAt', 'no license ends'],
] as const

/** What all licenses of the file have in common because it has no column for it. */
const missingColumns = (columns: readonly Column[]): string =>
  TOLD_BY_COLUMNS.filter(([field]) => !columns.some(({ use }) => Array.isArray(use) && use.includes(field)))
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
}: ImportTold): string => {
  const { bold } = styleFor(io)
  const missing = counts.read === 0 ? '' : missingColumns(columns)
  const rows = [
    [isDry ? 'would be made' : 'made', grouped(counts.made)],
    ['there already', grouped(counts.there)],
    ['not taken', grouped(counts.refused)],
  ]
  const reasons = Object.entries(refused.counts).map(([reason, count]) => [
    reason,
    grouped(count),
    REASONS[reason as Reason],
  ])
  const first = refused.first.map(({ line, reason, message }) => [`line ${grouped(line)}`, reason, printable(message)])
  const end = isDry ? '; nothing was written' : ''
  const inTrail = counts.made === 0 || isDry ? '' : `\nThe audit trail has it as ${importId}.\n`
  return [
    `Read ${counted(counts.read, 'license')} of ${bold(printable(file))} (${source.name})${end}.\n\n`,
    table(rows, { indent: '  ', right: [1] }),
    ...(missing === '' ? [] : [`\n${missing}`]),
    ...(reasons.length === 0 ? [] : [`\n${bold('Not taken')}\n`, table(reasons, { indent: '  ', right: [1] })]),
    ...(first.length === 0 || report !== undefined || isDry
      ? []
      : [`\n${bold('The first of them')}\n`, table(first, { indent: '  ' })]),
    inTrail,
    dryRun === undefined ? '' : dryRunView(io, dryRun),
  ].join('')
}

/** What the command ends with where something has to be mended; undefined where nothing has. */
export const whatIsLeft = (told: ImportTold): string | undefined => {
  const unread = told.dryRun?.unread ?? []
  const parts = [
    ...(unread.length === 0
      ? []
      : [`${unreadMessage(unread)}. Without --dry-run nothing is taken before you rename or ignore it`]),
    ...(told.counts.read === 0 ? [`${told.file} has no license`] : []),
    ...(told.counts.refused === 0 ? [] : [notTaken(told)]),
  ]
  return parts.length === 0 ? undefined : parts.join('. ')
}

const notTaken = ({ counts, isDry, report }: ImportTold): string => {
  const where = report === undefined ? '--report FILE writes each of them, and why' : `each of them is in ${report}`
  const isOne = counts.refused === 1
  const lines = `${grouped(counts.refused)} of ${counted(counts.read, 'license')}`
  const taken = isDry ? 'would not be' : isOne ? 'was not' : 'were not'
  return `${lines} ${taken} taken; ${where}. Mend ${isOne ? 'it' : 'them'} and run this again: what is there stays as it is`
}
