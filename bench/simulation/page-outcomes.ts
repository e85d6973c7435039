// What becomes of a scan's page, by how popular the profile is: whether it is in the replica's memory, in the store, or
// asked of the platform, before or behind the answer. Held pages take minutes to come to rest, which is more than is
// simulated, so these are the shares at rest, for scans that arrive by chance.

import { heldSeconds, type Popularity } from './popularity.ts'
import type { Random } from './random.ts'

export type Outcome = 'memory' | 'store' | 'behind' | 'upstream'

export type PageOptions = {
  readonly popularity: Popularity
  /** Of all those profiles, by all that share one store of pages. */
  readonly scansPerSecond: number
  /** Over how many replicas a profile's scans are spread. */
  readonly replicas: number
  readonly freshSeconds: number
  readonly staleSeconds: number
  /** How many of these profiles' pages a replica's memory has room for. */
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
    // A page is fetched once for all the scans while it is fresh and the one that ends it.
    const fetches = 1 / (1 + rate * freshSeconds)
    const waits = fetches * Math.exp(-rate * staleSeconds)
    if (chance < waits) return 'upstream'
    if (chance < fetches) return 'behind'
    return chance < 1 / (1 + share * perReplica * inMemorySeconds) ? 'store' : 'memory'
  }
}
