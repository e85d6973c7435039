// central-api plan …: lists and sets plans. A change applies to every license on the plan within a second.

import { type Command, Option } from 'commander'
import { OperatorError } from '../licensing/licenses/operator-error.ts'
import { unknownPlatform } from '../scanning/unknown-platform.ts'
import type { PlanRecord } from '../storage/store.ts'
import { PLAN_MEDIA } from '../storage/store.ts'
import { commandActor } from './command-actor.ts'
import type { Io } from './io.ts'
import { withCore } from './open-parts.ts'
import { printJson } from './output/print-json.ts'
import { styleFor } from './output/style.ts'
import { table } from './output/table.ts'
import { formatCount } from './output/times.ts'
import { commaList, orKeyword, wholeNumber } from './read-options.ts'

type Change = Partial<Omit<PlanRecord, 'name'>>

const MAX = 1_000_000_000
const count = wholeNumber(0, MAX)
/** The required options of a new plan. */
const REQUIRED = ['--scans', '--validations', '--burst', '--sites']
const OPTIONAL = ['--connections', '--media', '--media-mb']

/** The parsed options. */
type PlanOptions = Omit<Change, 'sites' | 'connections' | 'mediaMb' | 'platforms'> & {
  readonly sites?: number | 'unlimited'
  readonly connections?: number | 'unlimited'
  readonly mediaMb?: number | 'unlimited'
  readonly platforms?: readonly string[] | 'all'
}

const toChange = ({ sites, connections, mediaMb, platforms, ...counts }: PlanOptions): Change => ({
  ...counts,
  ...(sites !== undefined && { sites: sites === 'unlimited' ? null : sites }),
  ...(connections !== undefined && { connections: connections === 'unlimited' ? null : connections }),
  ...(mediaMb !== undefined && { mediaMb: mediaMb === 'unlimited' ? null : mediaMb }),
  ...(platforms !== undefined && { platforms: platforms === 'all' ? null : platforms }),
})

export const registerPlan = (plan: Command, io: Io): void => {
  plan
    .command('list')
    .description('list the plans')
    .option('--json', 'print one JSON document')
    .action(({ json }: { json?: true }) =>
      withCore(io, async ({ store }) => {
        const plans = await store.plans.list()
        if (json) printJson(io, plans)
        else io.out(view(plans, io))
      }),
    )

  plan
    .command('set <name>')
    .description('create a plan, or change limits of an existing one')
    .option('--scans <count>', 'scans per month', count)
    .option('--validations <count>', 'validations per month', count)
    .option('--burst <count>', 'requests per minute', wholeNumber(1, MAX))
    .option('--sites <count>', 'number of sites, or unlimited', orKeyword('unlimited', wholeNumber(1, MAX)))
    .option('--connections <count>', 'number of connected accounts, or unlimited', orKeyword('unlimited', count))
    .addOption(
      new Option(
        '--media <mode>',
        'whose URLs of images responses have if MEDIA=proxy: proxy, or none for the platforms’ own',
      ).choices(PLAN_MEDIA),
    )
    .option(
      '--media-mb <count>',
      'megabytes of images fetched per license and month, or unlimited',
      orKeyword('unlimited', count),
    )
    .option('--platforms <ids>', 'comma-separated platforms, or all', orKeyword('all', commaList))
    .option('--json', 'print one JSON document')
    .action((name: string, { json, ...limits }: PlanOptions & { readonly json?: true }, command: Command) => {
      if (Object.keys(limits).length === 0)
        command.error(`error: nothing to set; use ${[...REQUIRED, ...OPTIONAL].join(', ')} or --platforms`)
      return setPlan(io, name, toChange(limits), json)
    })
}

const setPlan = (io: Io, name: string, change: Change, json: true | undefined): Promise<void> =>
  withCore(
    io,
    async ({ store, plans, config }) => {
      const before = await store.plans.find(name)
      const { loadPlatforms } = await import('../platforms/load-platforms.ts')
      const { platforms } = await loadPlatforms(config.platforms)
      const ids = platforms.map(({ id }) => id)
      const unknown = change.platforms?.find((id) => !ids.includes(id))
      if (unknown !== undefined) throw unknownPlatform(unknown, platforms)
      const wanted = before ? { ...before, ...change } : newPlan(name, change)
      const plan = await plans.put(wanted, commandActor(io, 'plan set'), ids)
      if (json) printJson(io, plan)
      else io.out(`${before ? 'Changed' : 'Created'} plan ${plan.name}:\n\n${view([plan], io)}`)
    },
    'create',
  )

const newPlan = (name: string, change: Change): PlanRecord => {
  const { scans, validations, burst, sites } = change
  const { connections = null, media = 'proxy', mediaMb = null, platforms = null } = change
  if (scans !== undefined && validations !== undefined && burst !== undefined && sites !== undefined) {
    return { name, scans, validations, burst, sites, connections, media, mediaMb, platforms }
  }
  throw new OperatorError(
    'invalid',
    `The plan ${JSON.stringify(name)} does not exist. To create it, set ${REQUIRED.join(', ')}`,
  )
}

const limit = (count: number | null): string => (count === null ? 'unlimited' : formatCount(count))

const view = (plans: readonly PlanRecord[], io: Io): string => {
  const { dim } = styleFor(io)
  const heading = (text: string) => ({ text, paint: dim })
  return table(
    [
      [
        ...[
          'NAME',
          'SCANS/MONTH',
          'VALIDATIONS/MONTH',
          'BURST/MINUTE',
          'SITES',
          'CONNECTIONS',
          'MEDIA',
          'MEDIA MB/MONTH',
        ],
        'PLATFORMS',
      ].map(heading),
      ...plans.map(({ name, scans, validations, burst, sites, connections, media, mediaMb, platforms }) => [
        name,
        ...[scans, validations, burst].map(formatCount),
        limit(sites),
        limit(connections),
        media,
        limit(mediaMb),
        platforms === null ? 'all' : platforms.join(', '),
      ]),
    ],
    { right: [1, 2, 3, 4, 5, 7] },
  )
}
