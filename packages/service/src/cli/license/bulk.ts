// Changes many licenses, selected by their ids or by a filter.

import type { Command } from 'commander'
import type { BulkOutcome, BulkSelection, BulkStep, UnchangedReason } from '../../licensing/licenses/bulk-change.ts'
import { readFilter } from '../../licensing/licenses/license-filter.ts'
import { OperatorError } from '../../licensing/licenses/operator-error.ts'
import { commandActor } from '../command-actor.ts'
import type { Io } from '../io.ts'
import { type OpenCore, withCore } from '../open-parts.ts'
import { printJson } from '../output/print-json.ts'
import { withSpinner } from '../output/spinner.ts'
import { styleFor } from '../output/style.ts'
import { table } from '../output/table.ts'
import { formatCount, pluralize } from '../output/times.ts'
import { wholeNumber } from '../read-options.ts'
import { type FilterOptions, filterArguments, toFilter, withFilter } from './filter-options.ts'

type BulkOptions = FilterOptions & {
  readonly dryRun?: true
  readonly yes?: true
  readonly expect?: number
  readonly json?: true
}

type How = Parameters<OpenCore['bulkChange']>[2]

const MAX_EXPECTED = 1_000_000_000

/** The infinitive and the past participle of each step. */
const VERBS = {
  suspend: ['suspend', 'suspended'],
  resume: ['resume', 'resumed'],
  change: ['move to another plan', 'moved to another plan'],
} as const satisfies Record<BulkStep['action'], readonly [string, string]>

const REASONS: Readonly<Record<UnchangedReason, string>> = {
  already: 'already in this state',
  expired: 'expired; renew it first',
  revoked: 'revoked, which is final',
  not_found: 'does not exist',
}

export const registerBulk = (license: Command, io: Io): void => {
  const bulk = license
    .command('bulk')
    .description('change many licenses: those with the given ids, or all that match the filters')
  const step = (command: Command, toStep: (args: readonly string[]) => BulkStep) =>
    withFilter(command)
      .option('--dry-run', 'only show what would be changed')
      .option('--yes', 'confirm the change of all selected licenses')
      .option('--expect <count>', 'change nothing if more licenses match the filters', wholeNumber(0, MAX_EXPECTED))
      .option('--json', 'print one JSON document')
      .action(async (...args: unknown[]) => {
        const [ids, options] = args.slice(-3, -1) as [readonly string[], BulkOptions]
        requireUsage(command, ids, options)
        await changeMany(io, command.name(), ids, toStep(args as readonly string[]), options)
      })
  step(
    bulk.command('suspend [ids...]').description('suspend licenses: reject their requests until you resume them'),
    () => ({
      action: 'suspend',
    }),
  )
  step(bulk.command('resume [ids...]').description('resume suspended licenses'), () => ({
    action: 'resume',
  }))
  step(
    bulk
      .command('change-plan <to> [ids...]')
      .description('move licenses to another plan; --plan filters by the current plan'),
    ([plan = '']) => ({ action: 'change', plan }),
  )
}

const requireUsage = (command: Command, ids: readonly string[], options: BulkOptions): void => {
  const isFiltered = filterArguments(options).length > 0
  if (ids.length > 0 === isFiltered) command.error('error: select licenses either by ids or by filters')
  if (options.expect !== undefined && !isFiltered) command.error('error: --expect can only be used with filters')
  if ((options.dryRun === undefined) === (options.yes === undefined)) {
    command.error('error: add --dry-run to see what would be changed, or --yes to change it')
  }
}

const changeMany = (
  io: Io,
  name: string,
  ids: readonly string[],
  step: BulkStep,
  options: BulkOptions,
): Promise<void> =>
  withCore(io, async (core) => {
    const how = { actor: commandActor(io, `license bulk ${name}`), isDry: options.dryRun === true }
    const selection = await select(core, io, ids, options)
    const outcome = await withSpinner(io, how.isDry ? 'Checking licenses' : 'Changing licenses', async () =>
      changeAll(core, await withExpectedCount(core, selection, step, how), step, how),
    )
    const { matched, changed, unchanged } = outcome
    if (options.json) return printJson(io, { dryRun: how.isDry, matched, changed, unchanged })
    io.out(view(io, step, how.isDry, outcome, 'filter' in selection))
  })

/** Without --expect, counts the matching licenses first, so that licenses that match later are not changed. */
const withExpectedCount = async (
  core: OpenCore,
  selection: BulkSelection,
  step: BulkStep,
  how: How,
): Promise<BulkSelection> => {
  if ('ids' in selection || selection.expect !== undefined || how.isDry) return selection
  const { matched } = await changeAll(core, selection, step, { ...how, isDry: true })
  return { ...selection, expect: matched }
}

const select = async (
  { store }: OpenCore,
  io: Io,
  ids: readonly string[],
  options: BulkOptions,
): Promise<BulkSelection> => {
  if (ids.length > 0) return { ids }
  const filter = await readFilter(store, toFilter(options), io.now())
  if (Object.keys(filter).length > 0) return { filter, after: undefined, expect: options.expect }
  throw new OperatorError('invalid', 'The filters are empty and would match every license')
}

/** Repeats the call until all licenses are processed. */
const changeAll = async (
  { bulkChange }: OpenCore,
  selection: BulkSelection,
  step: BulkStep,
  how: How,
): Promise<Omit<BulkOutcome, 'next'>> => {
  const calls: BulkOutcome[] = []
  let current = selection
  for (;;) {
    const outcome = await bulkChange(current, step, how)
    calls.push(outcome)
    if (outcome.next === null || !('filter' in current)) break
    const expect = current.expect === undefined ? undefined : current.expect - outcome.matched
    current = { ...current, after: outcome.next, expect }
  }
  const sum = (of: 'matched' | 'changed') => calls.reduce((total, call) => total + call[of], 0)
  return { matched: sum('matched'), changed: sum('changed'), unchanged: calls.flatMap(({ unchanged }) => unchanged) }
}

const view = (
  io: Io,
  step: BulkStep,
  isDry: boolean,
  { matched, changed, unchanged }: Omit<BulkOutcome, 'next'>,
  isFiltered: boolean,
): string => {
  const [does, done] = VERBS[step.action]
  const style = styleFor(io)
  const licenses = pluralize(matched, 'license')
  const flags = isFiltered ? `--yes --expect ${matched}` : '--yes'
  const sum = isDry
    ? `Would ${does} ${formatCount(changed)} of ${licenses}. Nothing was changed. To apply the change, replace --dry-run with ${flags}.`
    : `${formatCount(changed)} of ${licenses} ${changed === 1 ? 'is' : 'are'} ${done}.`
  if (unchanged.length === 0) return `${sum}\n`
  const rows = unchanged.map(({ id, reason }) => [id, REASONS[reason]])
  const heading = ['ID', 'REASON'].map((text) => ({ text, paint: style.dim }))
  return `${sum}\n\n${table([heading, ...rows])}`
}
