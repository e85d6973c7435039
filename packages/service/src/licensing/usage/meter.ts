// Counts usage exactly. Concurrent requests are decided in batches: while the store decides one batch, the next one
// gathers. A unit is reserved before the work and refunded when the response is an error.

import { ApiError } from '../../errors.ts'
import { createSteadyClock, type SteadyClockOptions } from '../../runtime/clock/steady-clock.ts'
import type { Charge, LicenseTerms, PlanRecord, Refund, Store, Use } from '../../storage/store.ts'
import {
  burstRefusalOf,
  emptyStanding,
  isStandingOf,
  type Meter,
  monthAt,
  refusalOf,
  type Standing,
  windowsOf,
  withUsed,
} from './quota.ts'

export type Reservation = {
  readonly standing: Standing
  /** Monthly units that were granted. */
  readonly granted: number
  /** Why fewer units were granted than requested. */
  readonly refusal: ApiError | undefined
}

/** What a unit is used for: the breakdown of daily usage. */
export type Purpose = Omit<Use, 'day'>

export type MeterOptions = SteadyClockOptions & {
  readonly usage: Pick<Store['usage'], 'settle'>
  /** Called with the quota status, once per batch. Not awaited. */
  readonly onUsed?: (license: LicenseTerms, standing: Standing) => void
}

export type UsageMeter = {
  /** Reserves units of the month and the minute (one by default), or as many as both have left; the refusal names the
   * window that is used up. Throws `unavailable`. */
  reserve(license: LicenseTerms, plan: PlanRecord, meter: Meter, purpose: Purpose, count?: number): Promise<Reservation>
  /** Takes one unit of the minute only, for a request that is refused before any work. Returns the quota status, and
   * whether the minute had a unit left. Throws `unavailable`. */
  refuse(license: LicenseTerms, plan: PlanRecord, meter: Meter): Promise<Reservation>
  /** Reads the quota status without taking a unit. Throws `unavailable`. */
  look(license: LicenseTerms, plan: PlanRecord, meter: Meter): Promise<Standing>
  /** Refunds monthly units (one by default); resolves to the quota status without them when that is durable. Units of
   * the minute are not refunded, so that failing requests are limited too. */
  giveBack(license: LicenseTerms, standing: Standing, purpose: Purpose, count?: number): Promise<Standing>
  /** Resolves when all pending charges and refunds are committed. */
  idle(): Promise<void>
}

type Waiter = { resolve(reservation: Reservation): void; reject(error: ApiError): void }
type Taker = Waiter & { readonly purpose: Purpose; readonly count: number }
type Group = {
  readonly license: LicenseTerms
  readonly standing: Standing
  readonly takers: Taker[]
  readonly refused: Waiter[]
  readonly lookers: Waiter[]
}
type Return = { readonly refund: Refund; readonly settled: PromiseWithResolvers<void> }

/** The `Retry-After` of responses while the store is unavailable. */
const RETRY_AFTER_SECONDS = 2

const isSamePurpose = (one: Purpose, other: Purpose): boolean =>
  one.site === other.site && one.platform === other.platform && one.endpoint === other.endpoint

/** In the order in which they are served; consecutive requests with the same purpose are merged. */
const usesOf = (takers: readonly Taker[], day: number): NonNullable<Charge['uses']> => {
  const uses: (Use & { count: number })[] = []
  for (const { purpose, count } of takers) {
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
  let returns: Return[] = []
  let settling: Promise<void> | undefined
  let month = monthAt(now())

  const settleAll = async () => {
    // Yields to the event loop once, so that all requests that arrived together form one batch.
    await new Promise((resolve) => setImmediate(resolve))
    while (groups.size > 0 || returns.length > 0) {
      const [batch, back] = [[...groups.values()].flat(), returns]
      groups = new Map()
      returns = []
      await settleBatch(batch, back)
    }
    settling = undefined
  }

  const settleBatch = async (batch: readonly Group[], back: readonly Return[]) => {
    const charges = batch.map(({ license, standing, takers }): Charge => {
      const count = takers.reduce((sum, taker) => sum + taker.count, 0)
      return { licenseId: license.id, windows: windowsOf(standing), count, uses: usesOf(takers, standing.day) }
    })
    // After the other charges of the batch: a request that can succeed has priority over a refusal.
    const strict = batch.filter(({ refused }) => refused.length > 0)
    for (const { license, standing, refused } of strict) {
      charges.push({ licenseId: license.id, windows: windowsOf(standing).slice(1), count: refused.length })
    }
    try {
      const decisions = await usage.settle(
        charges,
        back.map(({ refund }) => refund),
      )
      for (const [at, group] of batch.entries()) {
        const decision = decisions[at]
        if (decision) tell(group, decision.admitted, decision.used[0] ?? 0, decision.used[1] ?? 0)
      }
      for (const [at, group] of strict.entries()) {
        const decision = decisions[batch.length + at]
        const used = decisions[batch.indexOf(group)]?.used[0] ?? 0
        if (decision) tellRefused(group, decision.admitted, used, decision.used[0] ?? 0)
      }
      for (const { settled } of back) settled.resolve()
    } catch (cause) {
      const error = new ApiError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause })
      for (const { takers, refused, lookers } of batch) {
        for (const { reject } of [...takers, ...refused, ...lookers]) reject(error)
      }
      for (const { settled } of back) settled.reject(error)
    }
  }

  /** Grants units in order of arrival; the last request may get a part. Each request gets the count as of its own unit;
   * a request that gets nothing gets the total. */
  const tell = ({ license, standing, takers, lookers }: Group, admitted: number, used: number, burstUsed: number) => {
    let behind = admitted
    for (const { count, resolve } of takers) {
      const granted = Math.min(count, behind)
      behind -= granted
      const reported = withUsed(standing, used - behind, burstUsed - behind)
      resolve({ standing: reported, granted, refusal: granted < count ? refusalOf(reported, now()) : undefined })
    }
    const reported = withUsed(standing, used, burstUsed)
    onUsed?.(license, reported)
    for (const { resolve } of lookers) resolve({ standing: reported, granted: 0, refusal: undefined })
  }

  const tellRefused = ({ standing, refused }: Group, admitted: number, used: number, burstUsed: number) => {
    for (const [at, { resolve }] of refused.entries()) {
      const reported = withUsed(standing, used, burstUsed - Math.max(0, admitted - at - 1))
      resolve({ standing: reported, granted: 0, refusal: at < admitted ? undefined : burstRefusalOf(reported, now()) })
    }
  }

  const groupOf = (license: LicenseTerms, plan: PlanRecord, meter: Meter): Group => {
    const [time, steady] = [now(), steadyNow()]
    const ofLicense = groups.get(license.id)
    const held = ofLicense?.find(({ standing }) => isStandingOf(standing, plan, meter, steady))
    if (held) return held
    if (time < month.startsAt || time >= month.endsAt) month = monthAt(time)
    const standing = emptyStanding(license, plan, meter, time, steady, month)
    const group: Group = { license, standing, takers: [], refused: [], lookers: [] }
    if (ofLicense) ofLicense.push(group)
    else groups.set(license.id, [group])
    settling ??= settleAll()
    return group
  }

  return {
    reserve: (license, plan, meter, purpose, count = 1) =>
      new Promise((resolve, reject) => groupOf(license, plan, meter).takers.push({ purpose, count, resolve, reject })),
    refuse: (license, plan, meter) =>
      new Promise((resolve, reject) => groupOf(license, plan, meter).refused.push({ resolve, reject })),
    look: async (license, plan, meter) => {
      const { standing } = await new Promise<Reservation>((resolve, reject) =>
        groupOf(license, plan, meter).lookers.push({ resolve, reject }),
      )
      return standing
    },
    giveBack: async (license, standing, purpose, count = 1) => {
      const { meter, startsAt, day } = standing
      const refund = { licenseId: license.id, meter, startsAt, count, use: { ...purpose, day } }
      const settled = Promise.withResolvers<void>()
      returns.push({ refund, settled })
      settling ??= settleAll()
      await settled.promise
      return withUsed(standing, standing.used - count, standing.burst.used)
    },
    idle: async () => {
      while (settling) await settling
    },
  }
}
