// The simulated fleets, and the question of each table.

import { ASSUMED } from './assumed.ts'
import { buildFleet } from './build-fleet.ts'
import { type Figures, runFleet } from './fleet.ts'
import type { PageOptions } from './page-outcomes.ts'
import { createPopularity } from './popularity.ts'
import { POSTGRES_COSTS } from './read-costs.ts'

export type Scenario = {
  readonly replicas: number
  readonly databases: number
  readonly routing?: 'cells' | 'fan out'
  /** Scans a second per replica. */
  readonly each: number
  /** Every page is in memory: only the event loop and the accounting are simulated. */
  readonly isWarm?: boolean
  readonly hotShare?: number
  readonly replicasPerLicense?: number
}

const SEED = 2_026
/** Long enough for a fleet to reach a steady state; few enough scans that a run takes seconds. */
const MAX_SCANS = 100_000
/** With waiting for platforms, with waiting for a row, and with neither. */
const SHORTEST_MS = { pages: 1_000, hot: 2_000, warm: 200 }
const shortestOf = ({ isWarm, hotShare = 0 }: Scenario): number =>
  SHORTEST_MS[hotShare > 0 ? 'hot' : isWarm ? 'warm' : 'pages']
const LONGEST_MS = 20_000
const WARM_UP = 0.3

export const simulate = (scenario: Scenario): Figures => {
  const { replicas, databases, routing = 'cells', each, hotShare = 0, replicasPerLicense = replicas } = scenario
  const scansPerSecond = replicas * each
  const endMs = Math.min(LONGEST_MS, Math.max(shortestOf(scenario), (1_000 * MAX_SCANS) / scansPerSecond))
  const { databaseCores: cores, connections, networkMs, secondsBetweenScans, licenseExponent } = ASSUMED
  const fleet = buildFleet({
    ...ASSUMED,
    ...{ seed: SEED, replicas, databases, routing, hotShare, replicasPerLicense, endMs },
    costs: { ...POSTGRES_COSTS, flushMs: ASSUMED.flushMs },
    database: { cores, connections, networkMs },
    licenses: createPopularity(scansPerSecond * secondsBetweenScans, licenseExponent),
    pages: pagesOf(scenario),
  })
  return runFleet(fleet, {
    arrivals: { perSecond: scansPerSecond },
    warmUpMs: endMs * WARM_UP,
    measureMs: endMs * (1 - WARM_UP),
  })
}

/** The pages of one cell. */
const pagesOf = ({
  replicas,
  databases,
  routing = 'cells',
  each,
  isWarm,
  replicasPerLicense,
}: Scenario): PageOptions => {
  const { freshSeconds, staleSeconds, memoryPages, secondsBetweenScans, mostProfiles, profileExponent } = ASSUMED
  const within = routing === 'cells' ? replicas / databases : replicas
  const spread = Math.min(within, replicasPerLicense ?? within)
  const all = within * each * secondsBetweenScans
  // A single profile is in every memory.
  const items = isWarm ? 1 : Math.min(mostProfiles, Math.round(all))
  return {
    popularity: createPopularity(items, profileExponent),
    scansPerSecond: isWarm ? Number.MAX_SAFE_INTEGER : items / secondsBetweenScans,
    replicas: spread,
    // A replica serves as many of all profiles as are routed to it; the simulated ones represent them.
    memoryPages: (memoryPages * items) / ((all * spread) / within),
    freshSeconds,
    staleSeconds,
  }
}

/** Accounting only: a load that a replica carries easily, twice as much, then many replicas. */
export const ACCOUNTING: readonly Scenario[] = [
  ...[1, 2, 4, 10].map((replicas) => ({ replicas, databases: 1, each: 5_000, isWarm: true })),
  { replicas: 2, databases: 1, each: 10_000, isWarm: true },
  { replicas: 100, databases: 1, each: 2_000, isWarm: true },
  { replicas: 1_000, databases: 1, each: 200, isWarm: true },
  ...[1, 4, 16, 64].map((databases) => ({ replicas: 1_000, databases, each: 1_000, isWarm: true })),
  ...[4, 16, 64].map((databases) => ({
    ...{ replicas: 1_000, databases, each: 1_000, isWarm: true },
    routing: 'fan out' as const,
  })),
]

/** With pages: those of small sites are rarely in memory, and often not in the store. */
export const WITH_PAGES: readonly Scenario[] = [
  ...[1, 2, 4, 10, 100, 1_000].map((replicas) => ({ replicas, databases: 1, each: 150 })),
  { replicas: 100, databases: 1, each: 150, replicasPerLicense: 2 },
  { replicas: 1_000, databases: 1, each: 150, replicasPerLicense: 2 },
  ...[4, 16, 64].map((databases) => ({ replicas: 1_000, databases, each: 150, replicasPerLicense: 2 })),
]

/** One license among the others, with its scans routed to any replica, or to two. */
export const ONE_LICENSE: readonly Scenario[] = [10, 100, 1_000].flatMap((replicas) =>
  [0.01, 0.1].flatMap((hotShare) =>
    [replicas, 2].map((replicasPerLicense) => ({
      ...{ replicas, databases: 1, each: 100, isWarm: true },
      ...{ hotShare, replicasPerLicense },
    })),
  ),
)
