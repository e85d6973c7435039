// The same step for many licenses: those that are named, or those that a filter lets through.

import type { Command } from 'commander'
import type { BulkOutcome, BulkSelection, BulkStep, UnchangedReason } from '../../licensing/licenses/bulk-change.ts'
import { readFilter } from '../../licensing/licenses/license-filter.ts'
import { OperatorError } from '../../licensing/licenses/operator-error.ts'
import { commandActor } from '../command-actor.ts'
import type { Io } from '../io.ts'
import { type OpenCore, withCore } from '../open-parts.ts'
import { printJson } from '../output/print-json.ts'
import { styleFor } from '../output/style.ts'
import { table } from '../output/table.ts'
import { counted, grouped } from '../output/times.ts'
import { wholeNumber } from '../read-options.ts'
import { toFilter, type WrittenFilter, withFilter, writeFilter } from './filter-options.ts'

type BulkOptions = WrittenFilter & {
  readonly dryRun?: true
  readonly yes?: true
  readonly expect?: number
  readonly json?: true
}

type How = Parameters<OpenCore['bulkChange']>[2]

/** More licenses than any store has. */
const MOST_EXPECTED = 1_000_000_000

/** How each step is told: what is done, and what was. */
const WORDS = {
  suspend: ['suspend', 'suspended'],
  resume: ['resume', 'resumed'],
  change: ['move to another plan', 'moved to another plan'],
} as const satisfies Record<BulkStep['action'], readonly [string, string]>

const WHY: Readonly<Record<UnchangedReason, string>> = {
  already: 'is so already',
  expired: 'has expired; renew it first',
  revoked: 'is revoked, and that is final',
  not_found: 'is not there',
}

export const registerBulk = (license: Command, io: Io): void => {
  const bulk = license
    .command('bulk')
    .description('do the same to many licenses: to those that are named, or to those that all filters let through')
  const step = (command: Command, toStep: (words: readonly string[]) => BulkStep) =>
    withFilter(command)
      .option('--dry-run', 'only say what would be changed')
      .option('--yes', 'yes, all of them')
      .option('--expect <count>', 'change nothing where the filters let more through', wholeNumber(0, MOST_EXPECTED))
      .option('--json', 'print one JSON document')
      .action(async (...given: unknown[]) => {
        const [ids, options] = given.slice(-3, -1) as [readonly string[], BulkOptions]
        requireUsage(command, ids, options)
        await changeMany(io, command.name(), ids, toStep(given as readonly string[]), options)
      })
  step(bulk.command('suspend [ids...]').description('refuse their requests until they are resumed'), () => ({
    action: 'suspend',
  }))
  step(bulk.command('resume [ids...]').description('let those that are suspended work again'), () => ({
    action: 'resume',
  }))
  step(
    bulk.command('change-plan <to> [ids...]').description('give them the plan; --plan says which they have now'),
    ([plan = '']) => ({ action: 'change', plan }),
  )
}

const requireUsage = (command: Command, ids: readonly string[], options: BulkOptions): void => {
  const isFiltered = writeFilter(options).length > 0
  if (ids.length > 0 === isFiltered)
    command.error('error: name the licenses, by their ids or by filters, and not by both')
  if (options.expect !== undefined && !isFiltered) command.error('error: --expect goes with filters only')
  if ((options.dryRun === undefined) === (options.yes === undefined)) {
    command.error('error: say --dry-run to see what would be changed, or --yes to change it')
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
    const outcome = await changeAll(core, await expecting(core, selection, step, how), step, how)
    const { matched, changed, unchanged } = outcome
    if (options.json) return printJson(io, { dryRun: how.isDry, matched, changed, unchanged })
    io.out(view(io, step, how.isDry, outcome, 'filter' in selection))
  })

/** Nothing is changed that nobody counted: where the operator does not say how many there are, it is looked up first. */
const expecting = async (
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
  throw new OperatorError('invalid', 'The filters name nothing, and would let every license through')
}

/** Call after call until nothing is left. */
const changeAll = async (
  { bulkChange }: OpenCore,
  selection: BulkSelection,
  step: BulkStep,
  how: How,
): Promise<Omit<BulkOutcome, 'next'>> => {
  const calls: BulkOutcome[] = []
  let asked = selection
  for (;;) {
    const outcome = await bulkChange(asked, step, how)
    calls.push(outcome)
    if (outcome.next === null || !('filter' in asked)) break
    const expect = asked.expect === undefined ? undefined : asked.expect - outcome.matched
    asked = { ...asked, after: outcome.next, expect }
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
  const [does, done] = WORDS[step.action]
  const style = styleFor(io)
  const licenses = counted(matched, 'license')
  const yes = isFiltered ? `--yes --expect ${matched}` : '--yes'
  const sum = isDry
    ? `Would ${does} ${grouped(changed)} of ${licenses}. Nothing is changed; ${yes} in place of --dry-run does it.`
    : `${grouped(changed)} of ${licenses} ${changed === 1 ? 'is' : 'are'} ${done}.`
  if (unchanged.length === 0) return `${sum}\n`
  const rows = unchanged.map(({ id, reason }) => [id, WHY[reason]])
  const heading = ['ID', 'WHY NOT'].map((text) => ({ text, paint: style.dim }))
  return `${sum}\n\n${table([heading, ...rows])}`
}
