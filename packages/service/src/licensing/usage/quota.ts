// A plan's limits as windows to charge, and the quota status that clients receive. Months are calendar months in UTC.

import { ApiError } from '../../errors.ts'
import { secondsLeft } from '../../parsing/seconds-left.ts'
import type { LicenseRecord, LicenseTerms, PlanRecord, UsageWindow } from '../../storage/store.ts'

/** The monthly meters; each has a limit in the plan. */
export type Meter = 'scans' | 'validations'

export const BURST_METER = 'burst'
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** The quota status of a license on one meter at one time. */
export type QuotaStatus = {
  readonly meter: Meter
  /** A test license is counted but never refused. */
  readonly isUnlimited: boolean
  readonly limit: number
  readonly used: number
  readonly startsAt: number
  readonly endsAt: number
  /** The start of the day that usage is counted under, UTC; always within the month. */
  readonly day: number
  readonly burst: {
    readonly limit: number
    readonly used: number
    /** By the steady clock: the key of the window in the store. */
    readonly startsAt: number
    /** By the system clock. */
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

/** The quota status before any usage: the windows to charge, and when they reset. `steady` is the time by the steady
 * clock. */
export const initialQuotaStatus = (
  license: Pick<LicenseRecord, 'mode'>,
  plan: Limited,
  meter: Meter,
  now: number,
  steady: number,
  month: Month = monthAt(now),
): QuotaStatus => ({
  meter,
  isUnlimited: license.mode === 'test',
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

/** Whether a request at this time (by the steady clock), under this plan, falls into the windows of the quota status.
 */
export const coversRequest = (
  { meter, limit, burst }: QuotaStatus,
  plan: Limited,
  wanted: Meter,
  steady: number,
): boolean =>
  meter === wanted && limit === plan[wanted] && burst.limit === plan.burst && burst.startsAt === startOfMinute(steady)

/** The windows that a request takes one unit of: the month, then the minute. */
export const windowsOf = ({
  meter,
  isUnlimited,
  limit,
  startsAt,
  burst,
}: QuotaStatus): readonly [UsageWindow, UsageWindow] => [
  { meter, startsAt, limit: isUnlimited ? null : limit },
  { meter: BURST_METER, startsAt: burst.startsAt, limit: burst.limit },
]

export const withUsed = (quotaStatus: QuotaStatus, used: number, burstUsed: number): QuotaStatus => ({
  ...quotaStatus,
  used,
  burst: { ...quotaStatus.burst, used: burstUsed },
})

/** The remaining units. Never 0 for a test license, so that no client stops. */
export const remainingOf = ({ isUnlimited, limit, used }: QuotaStatus): number =>
  Math.max(isUnlimited ? 1 : 0, limit - used)

/** Bounded, in case the clock was set back since the status was determined. */
const secondsOfBurst = ({ burst }: QuotaStatus, now: number): number =>
  Math.min(MINUTE_MS / 1000, secondsLeft(burst.endsAt, now))

/** The error for the window that is used up. */
export const refusalOf = (quotaStatus: QuotaStatus, now: number): ApiError => {
  const { meter, isUnlimited, limit, used, endsAt } = quotaStatus
  if (!isUnlimited && used >= limit) {
    const message = `All ${limit} ${meter} of this month are used; the next month begins at ${new Date(endsAt).toISOString()}.`
    return new ApiError('quota_exceeded', { message, retryAfterSeconds: secondsLeft(endsAt, now) })
  }
  return burstRefusalOf(quotaStatus, now)
}

/** The error for a used-up minute. */
export const burstRefusalOf = (quotaStatus: QuotaStatus, now: number): ApiError => {
  const message = `At most ${quotaStatus.burst.limit} requests a minute.`
  return new ApiError('rate_limited', { message, retryAfterSeconds: secondsOfBurst(quotaStatus, now) })
}

/** The quota headers of the plugin and of draft-ietf-httpapi-ratelimit-headers-11: names and values alternate. */
export const quotaFields = (quotaStatus: QuotaStatus, now: number): readonly string[] => {
  const { meter, limit, used, startsAt, endsAt, burst } = quotaStatus
  const remaining = remainingOf(quotaStatus)
  const reset = secondsLeft(endsAt, now)
  const burstReset = secondsOfBurst(quotaStatus, now)
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

/** Bytes of images that were fetched for a license. Unlike scans and validations, they are counted afterwards. */
export const MEDIA_METER = 'media_bytes'
const MB_BYTES = 1_000_000

/** Of a month; `null`: no limit. */
export const imageBytesOf = ({ mode }: Pick<LicenseTerms, 'mode'>, { mediaMb }: Pick<PlanRecord, 'mediaMb'>) =>
  mode === 'test' || mediaMb === null ? null : mediaMb * MB_BYTES
