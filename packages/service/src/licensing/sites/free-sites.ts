// Limits how many uncounted sites use a license: enough for any team, but a bound on tokens. In memory: protection
// against abuse, not a meter.

import { createLru } from '../../runtime/collections/create-lru.ts'

/** Distinct sites per hour. */
export const MAX_FREE_SITES = 1_000
const HOUR_MS = 3_600_000

export type FreeSitesOptions = {
  /** Milliseconds from an arbitrary start, by a monotonic clock. */
  readonly elapsed: () => number
  /** The number of licenses remembered. */
  readonly cacheSize: number
}

export const createFreeSites = ({ elapsed, cacheSize }: FreeSitesOptions) => {
  const hours = createLru<{ readonly endsMs: number; readonly sites: Set<string> }>(cacheSize)

  const hourOf = (licenseId: string) => {
    const current = hours.get(licenseId)
    if (current && elapsed() < current.endsMs) return current
    const hour = { endsMs: elapsed() + HOUR_MS, sites: new Set<string>() }
    hours.set(licenseId, hour)
    return hour
  }

  return {
    /** Whether the site was seen this hour, or fits into the limit. */
    admit(licenseId: string, site: string): boolean {
      const { sites } = hourOf(licenseId)
      if (sites.size >= MAX_FREE_SITES && !sites.has(site)) return false
      sites.add(site)
      return true
    },
  }
}
