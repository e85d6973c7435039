// What the store is told of use, and what it tells. Times are milliseconds since the epoch.

import type { LicenseRecord } from './license-records.ts'

/** One window of one meter: a month of scans, a minute of burst, a day of a platform's units. `limit` null: counted, never
 * refused. */
export type UsageWindow = { readonly meter: string; readonly startsAt: number; readonly limit: number | null }

/** What the units of a meter are told apart by within a month: to be billed, and to be explained. */
export type Use = {
  /** The first instant of the day, in UTC. */
  readonly day: number
  /** Empty where it is of none. */
  readonly platform: string
  readonly endpoint: string
  /** In its canonical spelling; empty where none was named. */
  readonly site: string
}

/** `count` alike requests that each want one unit of every window, or of none. Whose windows they are is a license as a
 * rule; what is no license's is counted under a name that no license has. */
export type Charge = {
  readonly licenseId: string
  readonly windows: readonly UsageWindow[]
  readonly count: number
  /** What for, in the order in which they are served; together `count`. Of the first window's meter. */
  readonly uses?: readonly (Use & { readonly count: number })[]
}

export type Refund = {
  readonly licenseId: string
  readonly meter: string
  readonly startsAt: number
  readonly count: number
  /** What they had been charged for, if that was said. */
  readonly use?: Use
}

export type Decision = {
  /** How many of `count` were admitted: as many as every window had room for. */
  readonly admitted: number
  /** The windows' counts afterwards, in their order. */
  readonly used: readonly number[]
}

export const USE_DIMENSIONS = ['day', 'platform', 'endpoint', 'site'] as const
/** What a span of days is told by. */
export type UseDimension = (typeof USE_DIMENSIONS)[number]

/** What licenses used of a meter, by one dimension: a day as milliseconds since the epoch. */
export type UseSum = { readonly meter: string; readonly by: Use[UseDimension]; readonly used: number }

/** Of a license, meter and day so many uses are told apart; the rest of them are one, which is `OTHER` in each dimension. */
export const MOST_USES_A_DAY = 50
export const OTHER = 'other'

/** What a license used in a month, by meter. */
export type MonthOfLicense = {
  readonly licenseId: string
  /** null where it is deleted since. */
  readonly license: Pick<LicenseRecord, 'name' | 'plan' | 'mode'> | null
  readonly used: Readonly<Record<string, number>>
}

/** What a license used of a meter. */
export type UsedWindow = { readonly licenseId: string; readonly meter: string; readonly used: number }
