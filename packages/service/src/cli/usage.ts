// central-api usage [license]: shows the usage of all licenses in a month, or of one license in a range of days.

import { type Command, Option } from 'commander'
import { type CsvCell, csvLine } from '../csv/write-csv.ts'
import { requireLicense } from '../licensing/licenses/require-license.ts'
import { readDays, readMonth, writeDay, writeMonth } from '../licensing/usage/days.ts'
import { cellsOf, MONTH_COLUMNS, rowOfLicense } from '../licensing/usage/month-rows.ts'
import { eachMonthOfLicense, readMonthOfPlans, readUsageDetails } from '../licensing/usage/usage-report.ts'
import { type Store, USE_DIMENSIONS, type UseDimension } from '../storage/store.ts'
import type { Io } from './io.ts'
import { withCore } from './open-parts.ts'
import { printJson } from './output/print-json.ts'
import { printable } from './output/printable.ts'
import { styleFor } from './output/style.ts'
import { table } from './output/table.ts'

type UsageOptions = {
  readonly by?: UseDimension | 'license' | 'plan'
  readonly month?: string
  readonly from?: string
  readonly to?: string
  readonly csv?: true
  readonly json?: true
}

/** `json`: the JSON output; `rows`: the same as a table. */
type Report = {
  readonly json: unknown
  readonly span: string
  readonly heading: readonly string[]
  readonly rows: readonly (readonly CsvCell[])[]
}

export const registerUsage = (command: Command, io: Io): void => {
  command
    .addOption(
      new Option(
        '--by <what>',
        'for all licenses: license or plan; for one license: day, platform, endpoint or site',
      ).choices(['license', 'plan', ...USE_DIMENSIONS]),
    )
    .option('--month <month>', 'the month for all licenses, such as 2027-01 (default: this month)')
    .option('--from <day>', 'the first day for one license, such as 2027-01-01 (default: the first of this month)')
    .option('--to <day>', 'the last day for one license (default: today)')
    .addOption(new Option('--csv', 'print CSV').conflicts('json'))
    .option('--json', 'print one JSON document')
    .action((license: string | undefined, options: UsageOptions, command: Command) => {
      const misplaced = (license === undefined ? ['from', 'to'] : ['month']).find((name) => name in options)
      if (misplaced)
        command.error(`error: --${misplaced} applies to ${license === undefined ? 'one license' : 'all licenses'}`)
      const isForOne = USE_DIMENSIONS.some((dimension) => dimension === options.by)
      if (options.by !== undefined && isForOne !== (license !== undefined))
        command.error(`error: --by ${options.by} applies to ${isForOne ? 'one license' : 'all licenses'}`)
      return withCore(io, async ({ store }) => {
        const report = await (license === undefined
          ? usageOfAll(store, io, options)
          : usageOfOne(store, io, license, options))
        print(io, report, options)
      })
    })
}

const COUNTS = ['scans', 'validations'] as const

const usageOfOne = async (
  store: Store,
  io: Io,
  license: string,
  { from, to, by = 'day' }: UsageOptions,
): Promise<Report> => {
  await requireLicense(store, license)
  const days = readDays(from, to, io.now())
  const details = await readUsageDetails(store, license, days, by as UseDimension)
  const [first, last] = [writeDay(days.from), writeDay(days.before - 1)]
  return {
    json: { license, from: first, to: last, ...details },
    span: `${first} to ${last} (UTC)`,
    heading: [by, ...COUNTS],
    rows: details.rows.map(({ name, scans, validations }) => [name, scans, validations]),
  }
}

const usageOfAll = async (store: Store, io: Io, { month: text, by = 'license' }: UsageOptions): Promise<Report> => {
  const { startsAt } = readMonth(text, io.now())
  const month = writeMonth(startsAt)
  const span = `${month} (UTC)`
  if (by === 'plan') {
    const plans = await readMonthOfPlans(store, startsAt)
    const rows = plans.map((plan) => cellsOf(MONTH_COLUMNS.plan, plan))
    return { json: { month, rows: plans }, span, heading: MONTH_COLUMNS.plan, rows }
  }
  const licenses = (await Array.fromAsync(eachMonthOfLicense(store, startsAt))).map(rowOfLicense)
  const rows = licenses.map((each) => cellsOf(MONTH_COLUMNS.license, each))
  return { json: { month, rows: licenses }, span, heading: MONTH_COLUMNS.license, rows }
}

const print = (io: Io, report: Report, { csv, json }: UsageOptions): void => {
  if (json) printJson(io, report.json)
  else if (csv) for (const row of [report.heading, ...report.rows]) io.out(csvLine(row))
  else io.out(report.rows.length > 0 ? view(io, report) : `No usage in ${report.span}.\n`)
}

const view = (io: Io, { span, heading, rows }: Report): string => {
  const { dim } = styleFor(io)
  const cells = rows.map((row) => row.map((cell) => (cell === null ? '–' : printable(String(cell)))))
  return `${table([heading.map((text) => ({ text: text.toUpperCase(), paint: dim })), ...cells])}${span}\n`
}
