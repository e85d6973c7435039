// Rate limits of a license beside the monthly quota of its plan. The store counts, so that all processes share one
// count. Windows are whole minutes, hours and days, UTC.

import { ApiError } from '../../errors.ts'
import { secondsLeft } from '../../parsing/seconds-left.ts'
import type { Store } from '../../storage/store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The allowances and the lengths of their windows. */
export const ALLOWANCES = {
  account: { windowMs: MINUTE_MS, per: 'a minute', noun: 'requests to this endpoint' },
  connections: { windowMs: MINUTE_MS, per: 'a minute', noun: 'requests to this endpoint' },
  recognitions: { windowMs: MINUTE_MS, per: 'a minute', noun: 'requests to this endpoint' },
  connects: { windowMs: HOUR_MS, per: 'an hour', noun: 'requests to this endpoint' },
  releases: { windowMs: DAY_MS, per: 'a day', noun: 'sites released' },
} as const

export type Allowance = keyof typeof ALLOWANCES

export type AllowancesOptions = { readonly usage: Pick<Store['usage'], 'commit'>; readonly now: () => number }

export type Allowances = {
  /** Takes one unit of `limit` in the current window; throws `rate_limited` when none is left. */
  take(licenseId: string, allowance: Allowance, limit: number): Promise<void>
}

export const createAllowances = ({ usage, now }: AllowancesOptions): Allowances => ({
  take: async (licenseId, allowance, limit) => {
    const { windowMs, per, noun } = ALLOWANCES[allowance]
    const time = now()
    const startsAt = time - (time % windowMs)
    const [decision] = await usage.commit(
      [{ licenseId, windows: [{ meter: allowance, startsAt, limit }], count: 1 }],
      [],
    )
    if (decision?.admitted === 1) return
    const retryAfterSeconds = secondsLeft(startsAt + windowMs, time)
    throw new ApiError('rate_limited', { message: `At most ${limit} ${noun} ${per}.`, retryAfterSeconds })
  },
})
