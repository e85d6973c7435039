// Counts usage exactly. Concurrent requests are decided in batches: while the store decides one batch, the next one
// gathers. A unit is reserved before the work and refunded when the response is an error.

import { ApiError } from '../../errors.ts'
import { createSteadyClock, type SteadyClockOptions } from '../../runtime/clock/steady-clock.ts'
import type { Charge, LicenseTerms, PlanRecord, Refund, Store, Use } from '../../storage/store.ts'
import {
  burstRefusalOf,
  coversRequest,
  initialQuotaStatus,
  type Meter,
  monthAt,
  type QuotaStatus,
  refusalOf,
  windowsOf,
  withUsed,
} from './quota.ts'

export type Reservation = {
  readonly quotaStatus: QuotaStatus
  /** Monthly units that were granted. */
  readonly granted: number
  /** Why fewer units were granted than requested. */
  readonly refusal: ApiError | undefined
}

/** What a unit is used for: the breakdown of daily usage. */
export type Purpose = Omit<Use, 'day'>

export type MeterOptions = SteadyClockOptions & {
  readonly usage: Pick<Store['usage'], 'commit'>
  /** Called with the quota status, once per batch. Not awaited. */
  readonly onUsed?: (license: LicenseTerms, quotaStatus: QuotaStatus) => void
}

export type UsageMeter = {
  /** Reserves units of the month and the minute (one by default), or as many as both have left; the refusal names the
   * window that is used up. Throws `unavailable`. */
  reserve(license: LicenseTerms, plan: PlanRecord, meter: Meter, purpose: Purpose, count?: number): Promise<Reservation>
  /** Takes one unit of the minute only, for a request that is refused before any work. Returns the quota status, and
   * whether the minute had a unit left. Throws `unavailable`. */
  refuse(license: LicenseTerms, plan: PlanRecord, meter: Meter): Promise<Reservation>
  /** Reads the quota status without taking a unit. Throws `unavailable`. */
  read(license: LicenseTerms, plan: PlanRecord, meter: Meter): Promise<QuotaStatus>
  /** Refunds monthly units (one by default); resolves to the quota status without them when that is durable. Units of
   * the minute are not refunded, so that failing requests are limited too. */
  refund(license: LicenseTerms, quotaStatus: QuotaStatus, purpose: Purpose, count?: number): Promise<QuotaStatus>
  /** Resolves when all pending charges and refunds are committed. */
  idle(): Promise<void>
}

type Waiter = { resolve(reservation: Reservation): void; reject(error: ApiError): void }
type PendingReservation = Waiter & { readonly purpose: Purpose; readonly count: number }
type Group = {
  readonly license: LicenseTerms
  readonly quotaStatus: QuotaStatus
  readonly reservations: PendingReservation[]
  readonly refused: Waiter[]
  readonly readers: Waiter[]
}
type PendingRefund = { readonly refund: Refund; readonly committed: PromiseWithResolvers<void> }

/** The `Retry-After` of responses while the store is unavailable. */
const RETRY_AFTER_SECONDS = 2

const isSamePurpose = (one: Purpose, other: Purpose): boolean =>
  one.site === other.site && one.platform === other.platform && one.endpoint === other.endpoint

/** In the order in which they are served; consecutive requests with the same purpose are merged. */
const usesOf = (reservations: readonly PendingReservation[], day: number): NonNullable<Charge['uses']> => {
  const uses: (Use & { count: number })[] = []
  for (const { purpose, count } of reservations) {
    const last = uses.at(-1)
    if (last && isSamePurpose(last, purpose)) last.count += count
    else {
      const { platform, endpoint, site } = purpose
      uses.push({ day, platform, endpoint, site, count })
    }
  }
  return uses
}

export const createMeter = ({ usage, now, elapsed, onUsed }: MeterOptions): UsageMeter => {
  const steadyNow = createSteadyClock({ now, elapsed })
  /** By license; nearly always one group each. */
  let groups = new Map<string, Group[]>()
  let refunds: PendingRefund[] = []
  let committing: Promise<void> | undefined
  let month = monthAt(now())

  const commitAll = async () => {
    // Yields to the event loop once, so that all requests that arrived together form one batch.
    await new Promise((resolve) => setImmediate(resolve))
    while (groups.size > 0 || refunds.length > 0) {
      const [batch, batchRefunds] = [[...groups.values()].flat(), refunds]
      groups = new Map()
      refunds = []
      await commitBatch(batch, batchRefunds)
    }
    committing = undefined
  }

  const commitBatch = async (batch: readonly Group[], batchRefunds: readonly PendingRefund[]) => {
    const charges = batch.map(({ license, quotaStatus, reservations }): Charge => {
      const count = reservations.reduce((sum, pending) => sum + pending.count, 0)
      return {
        licenseId: license.id,
        windows: windowsOf(quotaStatus),
        count,
        uses: usesOf(reservations, quotaStatus.day),
      }
    })
    // After the other charges of the batch: a request that can succeed has priority over a refusal.
    const strict = batch.filter(({ refused }) => refused.length > 0)
    for (const { license, quotaStatus, refused } of strict) {
      charges.push({ licenseId: license.id, windows: windowsOf(quotaStatus).slice(1), count: refused.length })
    }
    try {
      const decisions = await usage.commit(
        charges,
        batchRefunds.map(({ refund }) => refund),
      )
      for (const [at, group] of batch.entries()) {
        const decision = decisions[at]
        if (decision) resolveGroup(group, decision.admitted, decision.used[0] ?? 0, decision.used[1] ?? 0)
      }
      for (const [at, group] of strict.entries()) {
        const decision = decisions[batch.length + at]
        const used = decisions[batch.indexOf(group)]?.used[0] ?? 0
        if (decision) resolveRefused(group, decision.admitted, used, decision.used[0] ?? 0)
      }
      for (const { committed } of batchRefunds) committed.resolve()
    } catch (cause) {
      const error = new ApiError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause })
      for (const { reservations, refused, readers } of batch) {
        for (const { reject } of [...reservations, ...refused, ...readers]) reject(error)
      }
      for (const { committed } of batchRefunds) committed.reject(error)
    }
  }

  /** Grants units in order of arrival; the last request may get a part. Each request gets the count as of its own unit;
   * a request that gets nothing gets the total. */
  const resolveGroup = (
    { license, quotaStatus, reservations, readers }: Group,
    admitted: number,
    used: number,
    burstUsed: number,
  ) => {
    let left = admitted
    for (const { count, resolve } of reservations) {
      const granted = Math.min(count, left)
      left -= granted
      const current = withUsed(quotaStatus, used - left, burstUsed - left)
      resolve({ quotaStatus: current, granted, refusal: granted < count ? refusalOf(current, now()) : undefined })
    }
    const current = withUsed(quotaStatus, used, burstUsed)
    onUsed?.(license, current)
    for (const { resolve } of readers) resolve({ quotaStatus: current, granted: 0, refusal: undefined })
  }

  const resolveRefused = ({ quotaStatus, refused }: Group, admitted: number, used: number, burstUsed: number) => {
    for (const [at, { resolve }] of refused.entries()) {
      const current = withUsed(quotaStatus, used, burstUsed - Math.max(0, admitted - at - 1))
      resolve({ quotaStatus: current, granted: 0, refusal: at < admitted ? undefined : burstRefusalOf(current, now()) })
    }
  }

  const groupOf = (license: LicenseTerms, plan: PlanRecord, meter: Meter): Group => {
    const [time, steady] = [now(), steadyNow()]
    const ofLicense = groups.get(license.id)
    const existing = ofLicense?.find(({ quotaStatus }) => coversRequest(quotaStatus, plan, meter, steady))
    if (existing) return existing
    if (time < month.startsAt || time >= month.endsAt) month = monthAt(time)
    const quotaStatus = initialQuotaStatus(license, plan, meter, time, steady, month)
    const group: Group = { license, quotaStatus, reservations: [], refused: [], readers: [] }
    if (ofLicense) ofLicense.push(group)
    else groups.set(license.id, [group])
    committing ??= commitAll()
    return group
  }

  return {
    reserve: (license, plan, meter, purpose, count = 1) =>
      new Promise((resolve, reject) =>
        groupOf(license, plan, meter).reservations.push({ purpose, count, resolve, reject }),
      ),
    refuse: (license, plan, meter) =>
      new Promise((resolve, reject) => groupOf(license, plan, meter).refused.push({ resolve, reject })),
    read: async (license, plan, meter) => {
      const { quotaStatus } = await new Promise<Reservation>((resolve, reject) =>
        groupOf(license, plan, meter).readers.push({ resolve, reject }),
      )
      return quotaStatus
    },
    refund: async (license, quotaStatus, purpose, count = 1) => {
      const { meter, startsAt, day } = quotaStatus
      const refund = { licenseId: license.id, meter, startsAt, count, use: { ...purpose, day } }
      const committed = Promise.withResolvers<void>()
      refunds.push({ refund, committed })
      committing ??= commitAll()
      await committed.promise
      return withUsed(quotaStatus, quotaStatus.used - count, quotaStatus.burst.used)
    },
    idle: async () => {
      while (committing) await committing
    },
  }
}
