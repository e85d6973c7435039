// The outcome of a scan's page, by the popularity of the profile: served from the replica's memory, from the store, or
// fetched from the platform before or after the response. Cached pages take minutes to reach a steady state, longer
// than the simulation, so these are the shares in the steady state, for scans that arrive at random.

import { heldSeconds, type Popularity } from './popularity.ts'
import type { Random } from './random.ts'

export type Outcome = 'memory' | 'store' | 'behind' | 'upstream'

export type PageOptions = {
  readonly popularity: Popularity
  /** The rate of all those profiles, over all replicas that share one store of pages. */
  readonly scansPerSecond: number
  /** The number of replicas that a profile's scans are spread over. */
  readonly replicas: number
  readonly freshSeconds: number
  readonly staleSeconds: number
  /** How many of these profiles' pages fit into a replica's memory. */
  readonly memoryPages: number
}

export const createPageOutcomes = (options: PageOptions) => {
  const { popularity, scansPerSecond, replicas, freshSeconds, staleSeconds, memoryPages } = options
  const perReplica = scansPerSecond / replicas
  const inMemorySeconds = Math.min(freshSeconds, heldSeconds(popularity, perReplica, memoryPages))
  return (random: Random): Outcome => {
    const share = popularity.shareOf(popularity.pick(random))
    const rate = share * scansPerSecond
    const chance = random()
    // A page is fetched once for all scans while it is fresh and the one after.
    const fetches = 1 / (1 + rate * freshSeconds)
    const waits = fetches * Math.exp(-rate * staleSeconds)
    if (chance < waits) return 'upstream'
    if (chance < fetches) return 'behind'
    return chance < 1 / (1 + share * perReplica * inMemorySeconds) ? 'store' : 'memory'
  }
}
