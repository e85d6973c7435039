// Counts what is used, exactly. Requests that arrive together are decided together: while the store decides one batch,
// the next one gathers. A unit is reserved before the work and given back when the answer is an error.

import { ApiError } from '../../errors.ts'
import type { Charge, LicenseRecord, PlanRecord, Refund, Store } from '../../storage/store.ts'
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
import { createSteadyClock, type SteadyClockOptions } from './steady-clock.ts'

export type Reservation = {
  readonly standing: Standing
  /** Why nothing was reserved. */
  readonly refusal: ApiError | undefined
}

export type MeterOptions = SteadyClockOptions & { readonly usage: Pick<Store['usage'], 'settle'> }

export type UsageMeter = {
  /** Takes one unit of the month and one of the minute, or says which has none left. Throws `unavailable`. */
  reserve(license: LicenseRecord, plan: PlanRecord, meter: Meter): Promise<Reservation>
  /** Takes one unit of the minute alone, for a request that is refused before anything is done for it; says where the
   * license stands, and whether the minute had one left. Throws `unavailable`. */
  refuse(license: LicenseRecord, plan: PlanRecord, meter: Meter): Promise<Reservation>
  /** Where the license stands, taking nothing. Throws `unavailable`. */
  look(license: LicenseRecord, plan: PlanRecord, meter: Meter): Promise<Standing>
  /** Gives the month's unit back; resolves to the standing without it once that is durable. The minute's stays taken:
   * a client that asks for what does not exist may not ask without end. */
  giveBack(license: LicenseRecord, standing: Standing): Promise<Standing>
  /** Resolves when everything asked for so far is settled. */
  idle(): Promise<void>
}

type Waiter = { resolve(reservation: Reservation): void; reject(error: ApiError): void }
type Group = {
  readonly licenseId: string
  readonly standing: Standing
  readonly takers: Waiter[]
  readonly refused: Waiter[]
  readonly lookers: Waiter[]
}
type Return = { readonly refund: Refund; readonly settled: PromiseWithResolvers<void> }

/** How long a client should wait while the store cannot be asked. */
const RETRY_AFTER_SECONDS = 2

export const createMeter = ({ usage, now, elapsed }: MeterOptions): UsageMeter => {
  const steadyNow = createSteadyClock({ now, elapsed })
  /** By license; nearly always one each. */
  let groups = new Map<string, Group[]>()
  let returns: Return[] = []
  let settling: Promise<void> | undefined
  let month = monthAt(now())

  const settleAll = async () => {
    // One turn of the event loop: what the sockets have brought by then is one batch.
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
    const charges = batch.map(
      ({ licenseId, standing, takers }): Charge => ({ licenseId, windows: windowsOf(standing), count: takers.length }),
    )
    // Behind the others of the same moment: an answer is worth more than a refusal.
    const strict = batch.filter(({ refused }) => refused.length > 0)
    for (const { licenseId, standing, refused } of strict) {
      charges.push({ licenseId, windows: windowsOf(standing).slice(1), count: refused.length })
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

  /** Each of those admitted is told the count as it was when it came; the others what is used in all. */
  const tell = ({ standing, takers, lookers }: Group, admitted: number, used: number, burstUsed: number) => {
    for (const [at, { resolve }] of takers.entries()) {
      const behind = Math.max(0, admitted - at - 1)
      const told = withUsed(standing, used - behind, burstUsed - behind)
      resolve({ standing: told, refusal: at < admitted ? undefined : refusalOf(told, now()) })
    }
    for (const { resolve } of lookers) resolve({ standing: withUsed(standing, used, burstUsed), refusal: undefined })
  }

  const tellRefused = ({ standing, refused }: Group, admitted: number, used: number, burstUsed: number) => {
    for (const [at, { resolve }] of refused.entries()) {
      const told = withUsed(standing, used, burstUsed - Math.max(0, admitted - at - 1))
      resolve({ standing: told, refusal: at < admitted ? undefined : burstRefusalOf(told, now()) })
    }
  }

  const groupOf = (license: LicenseRecord, plan: PlanRecord, meter: Meter): Group => {
    const [time, steady] = [now(), steadyNow()]
    const ofLicense = groups.get(license.id)
    const held = ofLicense?.find(({ standing }) => isStandingOf(standing, plan, meter, steady))
    if (held) return held
    if (time < month.startsAt || time >= month.endsAt) month = monthAt(time)
    const standing = emptyStanding(license, plan, meter, time, steady, month)
    const group: Group = { licenseId: license.id, standing, takers: [], refused: [], lookers: [] }
    if (ofLicense) ofLicense.push(group)
    else groups.set(license.id, [group])
    settling ??= settleAll()
    return group
  }

  return {
    reserve: (license, plan, meter) =>
      new Promise((resolve, reject) => groupOf(license, plan, meter).takers.push({ resolve, reject })),
    refuse: (license, plan, meter) =>
      new Promise((resolve, reject) => groupOf(license, plan, meter).refused.push({ resolve, reject })),
    look: async (license, plan, meter) => {
      const { standing } = await new Promise<Reservation>((resolve, reject) =>
        groupOf(license, plan, meter).lookers.push({ resolve, reject }),
      )
      return standing
    },
    giveBack: async (license, standing) => {
      const refund = { licenseId: license.id, meter: standing.meter, startsAt: standing.startsAt, count: 1 }
      const settled = Promise.withResolvers<void>()
      returns.push({ refund, settled })
      settling ??= settleAll()
      await settled.promise
      return withUsed(standing, standing.used - 1, standing.burst.used)
    },
    idle: async () => {
      while (settling) await settling
    },
  }
}
