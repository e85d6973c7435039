// Simulates what was measured, then fleets of up to a thousand replicas and 64 databases. The output is the same every
// time. Run: node bench/simulation/run.ts

import { simulateSettles, simulateWarm } from './calibrate.ts'
import { busiestPart, type Figures } from './fleet.ts'
import { CONCURRENT, SETTLE, WARM } from './measured.ts'
import { POSTGRES_COSTS, SQLITE_COSTS } from './read-costs.ts'
import { ACCOUNTING, ONE_LICENSE, type Scenario, simulate, WITH_PAGES } from './scenarios.ts'
import { type Cell, formatTable } from './table.ts'

const COSTS = { sqlite: SQLITE_COSTS, postgres: POSTGRES_COSTS }
const BACKENDS = ['sqlite', 'postgres'] as const

const print = (title: string, rows: readonly Readonly<Record<string, Cell>>[]) =>
  process.stdout.write(`\n${title}\n\n${formatTable(rows)}\n`)

const against = (what: string, measured: number, simulated: number) => ({
  what,
  measured,
  simulated,
  ratio: simulated / measured,
})

const percent = (share = 0): string => `${Math.round(share * 100)} %`

const describe = (scenario: Scenario, figures: Figures) => {
  const { replicas, databases, each, routing = 'cells', replicasPerLicense = replicas } = scenario
  const { usage, p50Ms, p99Ms, scansPerSecond } = figures
  const requested = Object.values(figures.outcomes).reduce((sum, count) => sum + count, 0)
  const keepsUp = figures.answeredMeanwhile > KEEPS_UP * requested
  return {
    replicas,
    databases,
    routing: databases === 1 ? '' : routing,
    'sent to': replicasPerLicense === replicas ? 'any' : `${replicasPerLicense}`,
    'requested/s': replicas * each,
    'served/s': scansPerSecond,
    'p50 ms': keepsUp ? p50Ms : 'grows',
    'p99 ms': keepsUp ? p99Ms : 'grows',
    'scans per commit': scansPerSecond / figures.settlesPerSecond,
    'event loop': percent(usage['event loop']),
    'parsing thread': percent(usage['parsing thread']),
    'database cores': percent(usage['database cores']),
    connections: percent(usage.connections),
    'hottest row': percent(usage['hottest row']),
    'saturates first': busiestPart(figures),
  }
}

/** The share of the scans that must get a response during the measurement, for a load that does not grow. */
const KEEPS_UP = 0.95

const pagesFrom = ({ outcomes }: Figures) => {
  const { memory, store, behind: afterResponse, upstream } = outcomes
  const all = memory + store + afterResponse + upstream
  return {
    'from memory': percent((memory + afterResponse) / all),
    'from store': percent(store / all),
    'waits for platform': percent(upstream / all),
    revalidated: percent(afterResponse / all),
  }
}

const startedAt = performance.now()
print('Milliseconds of a commit, one after another', [
  ...BACKENDS.flatMap((backend) =>
    SETTLE[backend].map(({ licenses, wallMs, replicaMs }) => {
      const clientMs = backend === 'sqlite' ? 0 : replicaMs
      const how = { concurrency: 1, licenses, isHot: false, clientMs }
      return against(`${backend}, licenses: ${licenses}`, wallMs, simulateSettles(backend, COSTS[backend], how).eachMs)
    }),
  ),
])
print('Commits per second on PostgreSQL', [
  ...([false, true] as const).flatMap((isHot) =>
    CONCURRENT.map(({ concurrency, spread, hot }) => {
      const [one, ten] = SETTLE.postgres
      const size = isHot ? one : ten
      const how = { concurrency: concurrency, isHot, licenses: size.licenses, clientMs: size.replicaMs }
      const { perSecond } = simulateSettles('postgres', POSTGRES_COSTS, how)
      return against(
        `${isHot ? 'one license' : 'ten licenses each'}, ${concurrency} concurrent`,
        isHot ? hot : spread,
        perSecond,
      )
    }),
  ),
])
const warm = BACKENDS.flatMap((backend) =>
  WARM[backend].map((measured) => {
    const figures = simulateWarm(backend, COSTS[backend], measured.connections)
    return { name: `${backend}, ${measured.connections} connections`, measured, figures }
  }),
)
print(
  'Warm scans per second of one replica',
  warm.map(({ name, measured, figures }) => against(name, measured.scansPerSecond, figures.scansPerSecond)),
)
print(
  'Milliseconds of a warm scan, median',
  warm.map(({ name, measured, figures }) => against(name, measured.p50Ms, figures.p50Ms)),
)

print(
  'Accounting: every page in memory',
  ACCOUNTING.map((scenario) => {
    const { 'sent to': _, ...cells } = describe(scenario, simulate(scenario))
    return cells
  }),
)
print(
  'With pages, by their popularity',
  WITH_PAGES.map((scenario) => {
    const figures = simulate(scenario)
    const { routing: _, 'hottest row': __, ...cells } = describe(scenario, figures)
    return { ...cells, ...pagesFrom(figures) }
  }),
)
print(
  'One license among the others',
  ONE_LICENSE.map((scenario) => {
    const { replicas, routing: _, databases: __, ...rest } = describe(scenario, simulate(scenario))
    return { replicas, 'its share': percent(scenario.hotShare), ...rest }
  }),
)
process.stderr.write(`\n${Math.round((performance.now() - startedAt) / 1_000)} s\n`)
