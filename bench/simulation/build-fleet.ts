// Puts a fleet together: replicas, one PostgreSQL or several, and how licenses are spread over them.

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
  /** `cells`: each replica serves the licenses of one database. `fan out`: each serves all, and asks many databases. */
  readonly routing: 'cells' | 'fan out'
  readonly costs: Costs
  readonly database: Omit<PostgresOptions, 'costs'>
  readonly licenses: Popularity
  /** Share of all scans that are one license's. */
  readonly hotShare: number
  /** How many replicas a license is sent to; with one database or cell, of all those that serve it. */
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

  // Every replica looks for changes on its beat, which each began at a moment of its own. With several databases that
  // all replicas share, one of them holds the changes.
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

/** Licenses that follow each other begin at replicas that do not (Knuth's multiplicative hashing). */
const scatter = (license: number): number => Math.floor((license * 2_654_435_761) / 65_536) % 65_536
