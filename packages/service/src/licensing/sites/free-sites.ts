// How many sites that are never counted use a license: enough for any team, and not so many that each of them can have a
// token of its own without end. In memory: a limit against abuse, no meter.

import { createLru } from '../../runtime/collections/create-lru.ts'

/** Different sites in an hour. */
export const MOST_FREE_SITES = 1_000
const HOUR_MS = 3_600_000

export type FreeSitesOptions = {
  /** Milliseconds since some moment, by a clock that nobody sets. */
  readonly elapsed: () => number
  /** Licenses that are remembered. */
  readonly cacheSize: number
}

export const createFreeSites = ({ elapsed, cacheSize }: FreeSitesOptions) => {
  const hours = createLru<{ readonly endsMs: number; readonly sites: Set<string> }>(cacheSize)

  const hourOf = (licenseId: string) => {
    const held = hours.get(licenseId)
    if (held && elapsed() < held.endsMs) return held
    const hour = { endsMs: elapsed() + HOUR_MS, sites: new Set<string>() }
    hours.set(licenseId, hour)
    return hour
  }

  return {
    /** Whether it is one of the hour's, or there is room for it. */
    admit(licenseId: string, site: string): boolean {
      const { sites } = hourOf(licenseId)
      if (sites.size >= MOST_FREE_SITES && !sites.has(site)) return false
      sites.add(site)
      return true
    },
  }
}
