// Builds a fleet: replicas, one PostgreSQL or several, and the distribution of licenses over them.

import type { Costs } from './costs.ts'
import { createEventQueue } from './event-queue.ts'
import type { Fleet } from './fleet.ts'
import { createPageOutcomes, type PageOptions } from './page-outcomes.ts'
import type { Popularity } from './popularity.ts'
import { createRandom, logNormal } from './random.ts'
import { createReplica } from './replica.ts'
import { createPostgres, createSharded, type PostgresOptions } from './store.ts'

export type FleetOptions = {
  readonly seed: number
  readonly replicas: number
  readonly databases: number
  /** `cells`: each replica serves the licenses of one database. `fan out`: each serves all licenses, and uses many
   * databases. */
  readonly routing: 'cells' | 'fan out'
  readonly costs: Costs
  readonly database: Omit<PostgresOptions, 'costs'>
  readonly licenses: Popularity
  /** The share of one license in all scans. */
  readonly hotShare: number
  /** How many replicas a license's requests are routed to; with one database or cell, all that serve it. */
  readonly replicasPerLicense: number
  readonly pages: PageOptions
  readonly upstream: { readonly medianMs: number; readonly p99Ms: number }
  readonly maxInFlight: number
  readonly lookForChangesEveryMs: number
  readonly endMs: number
}

const HOT = 0

export const buildFleet = (options: FleetOptions): Fleet => {
  const { costs, databases, licenses, hotShare, upstream, routing } = options
  const queue = createEventQueue()
  const random = createRandom(options.seed)
  const stores = Array.from({ length: databases }, () => createPostgres(queue, { ...options.database, costs }))
  const sharded = createSharded(stores, random)
  const storeOf = (n: number) => (routing === 'cells' ? (stores[n % databases] ?? sharded) : sharded)
  const { maxInFlight } = options
  const replicas = Array.from({ length: options.replicas }, (_, n) =>
    createReplica(queue, { costs, store: storeOf(n), maxInFlight }),
  )
  const cells = routing === 'cells' ? databases : 1
  const within = Math.floor(options.replicas / cells)
  const outcomeOf = createPageOutcomes(options.pages)

  // Every replica polls for changes at an interval with a random start. If all replicas share several databases, one of
  // them has the changes.
  for (let n = 0; n < options.replicas; n += 1) {
    const beat = () => {
      if (queue.now() >= options.endMs) return
      stores[n % cells]?.query(costs.lookForChangesMs, () => {})
      queue.after(options.lookForChangesEveryMs, beat)
    }
    queue.after(random() * options.lookForChangesEveryMs, beat)
  }

  const pickLicense = () => {
    if (hotShare > 0 && random() < hotShare) return HOT
    return licenses.pick(random) + (hotShare > 0 ? 1 : 0)
  }
  return {
    queue,
    random,
    replicas,
    stores,
    nextScan() {
      const outcome = outcomeOf(random)
      const needsPlatform = outcome === 'behind' || outcome === 'upstream'
      const upstreamMs = needsPlatform ? logNormal(random, upstream.medianMs, upstream.p99Ms) : 0
      return { license: pickLicense(), outcome, upstreamMs }
    },
    replicaOf({ license }) {
      const cell = license % cells
      const choice = Math.min(within, options.replicasPerLicense)
      const first = choice === within ? 0 : scatter(license)
      return replicas[cell + cells * ((first + Math.floor(random() * choice)) % within)]
    },
  }
}

/** Distributes consecutive licenses over distant replicas (Knuth's multiplicative hashing). */
const scatter = (license: number): number => Math.floor((license * 2_654_435_761) / 65_536) % 65_536
