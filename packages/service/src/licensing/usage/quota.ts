// A plan's limits as windows to charge, and what a client is told of them. Months are calendar months in UTC.

import { ApiError } from '../../errors.ts'
import { secondsLeft } from '../../parsing/seconds-left.ts'
import type { LicenseRecord, PlanRecord, UsageWindow } from '../../storage/store.ts'

/** What is counted by the month; each has its number in the plan. */
export type Meter = 'scans' | 'validations'

export const BURST_METER = 'burst'
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Where a license stands with one meter at one moment. */
export type Standing = {
  readonly meter: Meter
  /** A test license is counted, and never runs out. */
  readonly endless: boolean
  readonly limit: number
  readonly used: number
  readonly startsAt: number
  readonly endsAt: number
  /** The first instant of the day that it is counted in, in UTC; always one of the month. */
  readonly day: number
  readonly burst: {
    readonly limit: number
    readonly used: number
    /** By the steady clock: what the window is called in the store. */
    readonly startsAt: number
    /** By the clock. */
    readonly endsAt: number
  }
}

export type Month = { readonly startsAt: number; readonly endsAt: number }

export const monthAt = (now: number): Month => {
  const date = new Date(now)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return { startsAt: Date.UTC(year, month), endsAt: Date.UTC(year, month + 1) }
}

export const startOfDay = (now: number): number => now - (now % DAY_MS)

export const startOfMinute = (now: number): number => now - (now % MINUTE_MS)

type Limited = Pick<PlanRecord, Meter | 'burst'>

/** The standing with nothing used yet: what to charge, and by when it starts anew. `steady` is the moment by the steady
 * clock. */
export const emptyStanding = (
  license: Pick<LicenseRecord, 'mode'>,
  plan: Limited,
  meter: Meter,
  now: number,
  steady: number,
  month: Month = monthAt(now),
): Standing => ({
  meter,
  endless: license.mode === 'test',
  limit: plan[meter],
  used: 0,
  ...month,
  day: startOfDay(now),
  burst: {
    limit: plan.burst,
    used: 0,
    startsAt: startOfMinute(steady),
    endsAt: now + MINUTE_MS - (steady % MINUTE_MS),
  },
})

/** Whether a request of this moment (by the steady clock), under this plan, is counted in the windows of the standing. */
export const isStandingOf = (
  { meter, limit, burst }: Standing,
  plan: Limited,
  requested: Meter,
  steady: number,
): boolean =>
  meter === requested &&
  limit === plan[requested] &&
  burst.limit === plan.burst &&
  burst.startsAt === startOfMinute(steady)

/** The windows that one request takes a unit of: the month's, then the minute's. */
export const windowsOf = ({
  meter,
  endless,
  limit,
  startsAt,
  burst,
}: Standing): readonly [UsageWindow, UsageWindow] => [
  { meter, startsAt, limit: endless ? null : limit },
  { meter: BURST_METER, startsAt: burst.startsAt, limit: burst.limit },
]

export const withUsed = (standing: Standing, used: number, burstUsed: number): Standing => ({
  ...standing,
  used,
  burst: { ...standing.burst, used: burstUsed },
})

/** What may still be used. Never 0 for a license that never runs out, so that no client stops on it. */
export const remainingOf = ({ endless, limit, used }: Standing): number => Math.max(endless ? 1 : 0, limit - used)

/** Also where the clock was put back since it was told when. */
const secondsOfBurst = ({ burst }: Standing, now: number): number =>
  Math.min(MINUTE_MS / 1000, secondsLeft(burst.endsAt, now))

/** Which window had no room, as the error that says so. */
export const refusalOf = (standing: Standing, now: number): ApiError => {
  const { meter, endless, limit, used, endsAt } = standing
  if (!endless && used >= limit) {
    const message = `All ${limit} ${meter} of this month are used; the next month begins at ${new Date(endsAt).toISOString()}.`
    return new ApiError('quota_exceeded', { message, retryAfterSeconds: secondsLeft(endsAt, now) })
  }
  return burstRefusalOf(standing, now)
}

/** That the minute had no room. */
export const burstRefusalOf = (standing: Standing, now: number): ApiError => {
  const message = `At most ${standing.burst.limit} requests a minute.`
  return new ApiError('rate_limited', { message, retryAfterSeconds: secondsOfBurst(standing, now) })
}

/** The quota headers, of the plugin's dialect and of draft-ietf-httpapi-ratelimit-headers-11: names and values in turn. */
export const quotaFields = (standing: Standing, now: number): readonly string[] => {
  const { meter, limit, used, startsAt, endsAt, burst } = standing
  const remaining = remainingOf(standing)
  const reset = secondsLeft(endsAt, now)
  const burstReset = secondsOfBurst(standing, now)
  const windowSeconds = (endsAt - startsAt) / 1000
  return [
    'x-quota-limit',
    `${limit}`,
    'x-quota-used',
    `${used}`,
    'x-quota-remaining',
    `${remaining}`,
    'x-quota-reset',
    `${reset}`,
    'ratelimit-policy',
    `"${meter}";q=${limit};w=${windowSeconds}, "burst";q=${burst.limit};w=60`,
    'ratelimit',
    `"${meter}";r=${remaining};t=${reset}, "burst";r=${Math.max(0, burst.limit - burst.used)};t=${burstReset}`,
  ]
}
