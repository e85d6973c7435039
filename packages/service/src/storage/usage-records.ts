// The records of usage: charges, refunds and sums. Times are milliseconds since the epoch.

import type { LicenseRecord } from './license-records.ts'

/** One window of one meter: a month of scans, a minute of burst, a day of a platform's units. `limit` null: counted,
 * never refused. */
export type UsageWindow = { readonly meter: string; readonly startsAt: number; readonly limit: number | null }

/** The breakdown of a meter's units within a month, for billing and reports. */
export type Use = {
  /** The start of the day, UTC. */
  readonly day: number
  /** Empty when the use belongs to no platform. */
  readonly platform: string
  readonly endpoint: string
  /** In its canonical spelling; empty when the request named none. */
  readonly site: string
}

/** `count` equal requests that each take one unit from every window, or none. `licenseId` is a license as a rule; other
 * counts use a name that no license has. */
export type Charge = {
  readonly licenseId: string
  readonly windows: readonly UsageWindow[]
  readonly count: number
  /** The uses of the first window's meter, in the order in which they are admitted; their counts add up to `count`. */
  readonly uses?: readonly (Use & { readonly count: number })[]
}

export type Refund = {
  readonly licenseId: string
  readonly meter: string
  readonly startsAt: number
  readonly count: number
  /** The use that was charged, if it was given. */
  readonly use?: Use
}

export type Decision = {
  /** How many of `count` were admitted: as many as fit into every window. */
  readonly admitted: number
  /** The windows' counts afterwards, in order. */
  readonly used: readonly number[]
}

export const USE_DIMENSIONS = ['day', 'platform', 'endpoint', 'site'] as const
/** How usage can be grouped. */
export type UseDimension = (typeof USE_DIMENSIONS)[number]

/** Usage of a meter by one dimension; a day is in milliseconds since the epoch. */
export type UseSum = { readonly meter: string; readonly by: Use[UseDimension]; readonly used: number }

/** At most this many uses are kept per license, meter and day; further ones are added up as `OTHER` in every dimension.
 */
export const MAX_USES_A_DAY = 50
export const OTHER = 'other'

/** Usage of a license in a month, by meter. */
export type MonthOfLicense = {
  readonly licenseId: string
  /** null when the license was deleted. */
  readonly license: Pick<LicenseRecord, 'name' | 'plan' | 'mode'> | null
  readonly used: Readonly<Record<string, number>>
}

/** Usage of a license on a meter. */
export type UsedWindow = { readonly licenseId: string; readonly meter: string; readonly used: number }
