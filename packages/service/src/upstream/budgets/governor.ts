// The governor knows what is left of each upstream's rate limits and decides whether a call may be made. It reads every
// response and shares its numbers with the other processes through the store. It never spends past a limit: when
// nothing is left, it makes no call and reports the real reset time.

import { secondsLeft } from '../../parsing/seconds-left.ts'
import type { ProfileKind } from '../../post/post.ts'
import { createLru } from '../../runtime/collections/create-lru.ts'
import type { BudgetRecord, Store } from '../../storage/store.ts'
import type { Response } from '../contract/call.ts'
import { type Bucket, kindsPaidBy, type Limits, paysFor, type Reset } from '../contract/limits.ts'
import { Refused } from '../contract/refusal.ts'
import type { Source } from '../contract/source.ts'
import type { DistinctValues } from './distinct-values.ts'
import { readLimits, readRetryAfter } from './read-limits.ts'
import { allowedOf, type Units } from './units.ts'
import { windowAt } from './window-at.ts'

/** Who pays for a call: a credential, a host or the service. */
export type Payer = {
  readonly platform: string
  readonly source: string
  /** A credential's id, or a host name. */
  readonly who: string
  readonly host: string
  /** The account whose counted limits the credential shares with others. */
  readonly own?: string | undefined
  /** The license that the call is for; undefined: none has to share with the others, such as the operator. */
  readonly licenseId?: string | undefined
  /** Whether the budget is shared with the other processes and listed for operators. */
  readonly isShared: boolean
}

export type Budget = {
  readonly platform: string
  readonly source: string
  readonly who: string
  readonly bucket: string
  readonly left: number
  readonly limit: number | null
  readonly resetsAt: number
}

export type Governor = {
  /** When the call can be made, if it cannot be made now: the real reset time. undefined: it can be made now. */
  closedUntil(payer: Payer, bucket: string, cost: number, limits?: Limits): number | undefined
  /** Takes the units that are counted here. Throws Refused (`exhausted`), and takes none, when too few are left.
   * `distinct`: the value of the call, for buckets that count different ones. */
  spend(payer: Payer, limits: Limits | undefined, costs: Costs, distinct?: string): Promise<void>
  /** Those of the payers for which the value is not a new one, in no bucket. */
  knowing(payers: readonly Payer[], limits: Limits | undefined, distinct: string): Promise<ReadonlySet<Payer>>
  /** Takes the rest of a call's cost, once it is known. The platform has charged it already, so it may exceed the
   * limit. */
  chargeExtra(payer: Payer, limits: Limits | undefined, extra: number): Promise<void>
  /** Reads the limits from a successful response. */
  learn(payer: Payer, bucket: string, response: Response, limits: Limits | undefined): void
  /** The response said that nothing is left; returns when the limit resets. */
  close(payer: Payer, bucket: string, response: Response, closing: Closing): number
  /** How much faster the budget of a source is used than its window passes, for pages of a kind; 1 if it lasts. The payer
   * with the most left decides. */
  pressure(platform: string, source: Pick<Source, 'id' | 'limits'>, kind: ProfileKind): number
  /** All shared budgets, for operators. */
  list(): readonly Budget[]
  /** Reads what the other processes have stored. */
  load(): Promise<void>
  /** Stores what has changed. */
  flush(): Promise<void>
}

export type GovernorOptions = {
  readonly budgets: Pick<Store['budgets'], 'list' | 'put'>
  readonly units: Units
  readonly distinctValues: DistinctValues
  /** Whether licenses share small budgets. Without it, they do. */
  readonly hasSeveralLicenses?: () => Promise<boolean>
  readonly now: () => number
  readonly random: () => number
  readonly onStoreError: (error: unknown) => void
}

export type Closing = {
  /** The `until` of the error table's row that matched. */
  readonly until: Reset | undefined
  /** Whether the budget of a day or month is used up. */
  readonly isForLong: boolean
  readonly limits: Limits | undefined
}

type Reported = Pick<Status, 'left' | 'limit' | 'resetsAt'>

/** Units of a call, by the name of a declared bucket. */
export type Costs = (bucket: string) => number

type Status = {
  readonly source: string
  readonly bucket: string
  left: number
  limit: number | null
  resetsAt: number
  toldAt: number
  /** From when on one call may probe whether the limit still applies. */
  probeAt: number
  /** Whether such a probe was sent: if it succeeds, the limit no longer applies. */
  isProbing: boolean
  /** The longest time to a reset seen so far, taken as the length of the window. */
  windowMs: number
  isShared: boolean
  isDirty: boolean
}

/** The bucket of calls that name none. */
export const UNNAMED_BUCKET = ''
/** A limited platform is probed at this interval, in case its limit ends early. */
const PROBE_INTERVAL_MS = 300_000
/** When the response does not say how long the limit lasts. */
const DEFAULT_LIMIT_MS = 30_000
const DEFAULT_EXHAUSTION_MS = 3_600_000
const JITTER = 0.2
/** The share of a limit that stays unused, so that the operator's own probes still succeed. */
const RESERVE_SHARE = 0.02
/** The unit that shares are counted in. It is so large that the calls in flight take no noticeable share. */
const WHOLE = 100_000
const SHARE_USED = 'This license has used its share of what the platform allows. Other licenses may use the rest.'
const MAX_PRESSURE = 12
/** How long the other processes may take to learn that a limit no longer applies. */
const REOPENED_MS = 60_000
/** Two resets this close together are the same one: resets given in seconds from now vary a little. */
const SAME_WINDOW_MS = 2_000
/** The most budgets kept in memory; the one unused for longest is dropped first. */
const MOST = 20_000

const reserveOf = (limit: number | null): number =>
  limit === null ? 0 : Math.max(1, Math.floor(limit * RESERVE_SHARE))

/** Whether no call can be paid from it. Units that are counted here are spent to the last one: their limit already
 * excludes the reserve. */
export const isSpent = ({ bucket, left, limit }: Budget, limits: Limits | undefined): boolean =>
  left < 1 + reserveIn(bucket, limit, limits)

const reserveIn = (bucket: string, limit: number | null, limits: Limits | undefined): number =>
  limits?.buckets?.some(({ name }) => name === bucket) ? 0 : reserveOf(limit)

/** Seconds until a used-up bucket has units again, read by the source's own `tells`. */
const untilRegained = (
  response: Response,
  bucket: string,
  limits: Limits | undefined,
  nowMs: number,
): number | undefined =>
  limits?.tells?.(response, nowMs).find(({ bucket: name = bucket, leftShare }) => name === bucket && leftShare <= 0)
    ?.resetsInSeconds

const longer = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.max(one, other)

/** A used-up bucket of different values stops nothing that goes on already. */
const isDistinct = (bucket: string, limits: Limits | undefined): boolean =>
  limits?.buckets?.some(({ name, distinct }) => name === bucket && distinct) === true

const sourceOf = (platform: string, source: string): string => `${platform}\n${source}`

const keyOf = ({ platform, source, who }: Payer, bucket: string): string => [platform, source, who, bucket].join('\n')

const partsOf = (key: string): Pick<Budget, 'platform' | 'source' | 'who' | 'bucket'> => {
  const [platform = '', source = '', who = '', bucket = UNNAMED_BUCKET] = key.split('\n')
  return { platform, source, who, bucket }
}

export const createGovernor = ({
  budgets,
  units,
  distinctValues,
  hasSeveralLicenses = async () => true,
  now,
  random,
  onStoreError,
}: GovernorOptions): Governor => {
  /** Also indexed by source: the pressure is computed for every page that is served, and a source may have thousands of
   * hosts. */
  const bySource = new Map<string, Set<Status>>()
  const statuses = createLru<Status>(MOST, (status) => {
    const siblings = bySource.get(status.source)
    siblings?.delete(status)
    if (siblings?.size === 0) bySource.delete(status.source)
  })

  const set = (key: string, reported: Omit<Status, 'source' | 'bucket' | 'isProbing'>) => {
    const { platform, source, bucket } = partsOf(key)
    const status = { ...reported, source: sourceOf(platform, source), bucket, isProbing: false }
    statuses.set(key, status)
    const siblings = bySource.get(status.source)
    if (siblings) siblings.add(status)
    else bySource.set(status.source, new Set([status]))
  }

  const statusOf = (key: string): Status | undefined => {
    const known = statuses.get(key)
    if (known === undefined || now() < known.resetsAt) return known
    statuses.delete(key)
    return undefined
  }

  const put = (payer: Payer, bucket: string, reported: Reported, probeAt = Number.POSITIVE_INFINITY) => {
    const key = keyOf(payer, bucket)
    const resetsAt = Math.ceil(reported.resetsAt)
    const before = statuses.get(key)
    const windowMs = Math.max(before?.windowMs ?? 0, resetsAt - now())
    // Responses overtake each other: within a window, the number left never rises.
    const isSameWindow =
      before !== undefined && !before.isProbing && Math.abs(before.resetsAt - resetsAt) <= SAME_WINDOW_MS
    const left = isSameWindow ? Math.min(before.left, reported.left) : reported.left
    const { isShared } = payer
    const toldAt = Math.floor(now())
    set(key, { ...reported, left, resetsAt, toldAt, probeAt, windowMs, isShared, isDirty: isShared })
  }

  const flush = async () => {
    const dirty = [...statuses].filter(([, { isDirty }]) => isDirty)
    if (dirty.length === 0) return
    for (const [, status] of dirty) status.isDirty = false
    const rows = dirty.map(
      ([key, { left, limit, resetsAt, toldAt }]): BudgetRecord => ({ key, left, limit, resetsAt, reportedAt: toldAt }),
    )
    await budgets.put(rows).catch(onStoreError)
  }

  const ownerOf = ({ platform, who, own, host }: Payer, { of }: Bucket): string => {
    const owner = { credential: own ?? who, host, service: 'service' }[of]
    return `platform:${platform}:${owner}`
  }

  /** The others still have units: the budget is not reported as used up. */
  const shareUsed = (endsAt: number): Refused =>
    new Refused('exhausted', { message: SHARE_USED, retryAfterSeconds: secondsLeft(endsAt, now()) })

  /** The license whose share of the bucket the call uses; undefined if it has to share with nobody. */
  const sharerIn = async ({ licenseId }: Payer, { isSharedFairly }: Bucket): Promise<string | undefined> =>
    isSharedFairly && licenseId !== undefined && (await hasSeveralLicenses()) ? licenseId : undefined

  /** Throws Refused (`exhausted`) with the time from which on one more value may be used. */
  const spendDistinct = async (payer: Payer, bucket: Bucket, value: string): Promise<void> => {
    const owner = ownerOf(payer, bucket)
    const sharer = await sharerIn(payer, bucket)
    const { isAdmitted, left, endsAt, shareEndsAt } = await distinctValues.take(owner, bucket, value, sharer)
    put(payer, bucket.name, { left, limit: bucket.allows, resetsAt: endsAt })
    if (shareEndsAt !== undefined) throw shareUsed(shareEndsAt)
    if (!isAdmitted) throw new Refused('exhausted', { retryAfterSeconds: secondsLeft(endsAt, now()) })
  }

  const sharesOf = (platform: string, source: string): Map<string, number> => {
    const best = new Map<string, number>()
    const time = now()
    for (const { bucket, left, limit, resetsAt, windowMs } of bySource.get(sourceOf(platform, source)) ?? []) {
      if (limit === null || limit === 0 || time >= resetsAt) continue
      const share = left / limit / Math.max(0.001, (resetsAt - time) / windowMs)
      best.set(bucket, Math.max(best.get(bucket) ?? 0, share))
    }
    return best
  }

  return {
    closedUntil(payer, bucket, cost, limits) {
      const status = statusOf(keyOf(payer, bucket))
      if (status === undefined) return undefined
      if (status.left - cost >= reserveIn(bucket, status.limit, limits)) {
        // Calls in flight count as spent, until a response reports the real number.
        status.left -= cost
        return undefined
      }
      if (now() < status.probeAt) return status.resetsAt
      status.probeAt = now() + PROBE_INTERVAL_MS
      status.isProbing = true
      return undefined
    },
    async spend(payer, limits, costs, distinct) {
      for (const bucket of limits?.buckets ?? []) {
        if (bucket.distinct) {
          if (distinct !== undefined) await spendDistinct(payer, bucket, distinct)
          continue
        }
        const [owner, cost] = [ownerOf(payer, bucket), costs(bucket.name)]
        const sharer = cost > 0 ? await sharerIn(payer, bucket) : undefined
        const share = sharer === undefined ? true : await units.takeShare(owner, bucket, cost, sharer)
        if (share !== true) throw shareUsed(share)
        const endsAt = await units.take(owner, bucket, cost)
        if (endsAt !== undefined) {
          if (sharer !== undefined) await units.returnShare(owner, bucket, cost, sharer)
          put(payer, bucket.name, { left: 0, limit: allowedOf(bucket), resetsAt: endsAt })
          throw new Refused('exhausted', { retryAfterSeconds: secondsLeft(endsAt, now()) })
        }
        const left = units.peek(owner, bucket)
        if (left) put(payer, bucket.name, { left: left.left, limit: allowedOf(bucket), resetsAt: left.endsAt })
      }
    },
    async knowing(payers, limits, distinct) {
      let known = new Set(payers)
      for (const bucket of limits?.buckets?.filter((each) => each.distinct) ?? []) {
        const owners = payers.map((payer) => ownerOf(payer, bucket))
        const knowing = await distinctValues.knowing(owners, bucket, distinct)
        known = new Set([...known].filter((payer) => knowing.has(ownerOf(payer, bucket))))
      }
      return known
    },
    async chargeExtra(payer, limits, extra) {
      if (extra <= 0) return
      for (const bucket of limits?.buckets ?? [])
        if (!bucket.distinct && kindsPaidBy(limits, bucket.name) === undefined)
          await units.take(ownerOf(payer, bucket), bucket, extra)
    },
    learn(payer, bucket, response, limits) {
      const reported = readLimits(response.headers, now())
      const seconds = reported?.resetsInSeconds ?? null
      const before = statuses.get(keyOf(payer, bucket))
      if (before?.isProbing)
        put(payer, bucket, { left: before.limit ?? WHOLE, limit: before.limit, resetsAt: now() + REOPENED_MS })
      if (reported && seconds !== null)
        put(payer, bucket, { left: reported.left, limit: reported.limit, resetsAt: now() + seconds * 1_000 })
      for (const { bucket: name = bucket, leftShare, resetsInSeconds } of limits?.tells?.(response, now()) ?? []) {
        // A counted number is more exact than a share.
        if (seconds !== null && name === bucket) continue
        put(payer, name, {
          left: Math.floor(Math.max(0, leftShare) * WHOLE),
          limit: WHOLE,
          resetsAt: now() + resetsInSeconds * 1_000,
        })
      }
    },
    close(payer, bucket, response, { until, isForLong, limits }) {
      const reported = [readRetryAfter(response.headers, now()), untilRegained(response, bucket, limits, now())]
      const reportedSeconds = reported.reduce<number | undefined>(longer, undefined)
      const fallbackMs = (isForLong ? DEFAULT_EXHAUSTION_MS : DEFAULT_LIMIT_MS) * (1 + JITTER * (2 * random() - 1))
      const declared = until && ('seconds' in until ? now() + until.seconds * 1_000 : windowAt(until, now()).endsAt)
      const resetsAt =
        reportedSeconds === undefined ? (declared ?? now() + fallbackMs) : now() + reportedSeconds * 1_000
      const limit = readLimits(response.headers, now())?.limit ?? statuses.get(keyOf(payer, bucket))?.limit ?? null
      put(payer, bucket, { left: 0, limit, resetsAt }, isForLong ? undefined : now() + PROBE_INTERVAL_MS)
      // Stored immediately, so that the other processes do not make a call just to learn this.
      void flush()
      return resetsAt
    },
    pressure(platform, { id, limits }, kind) {
      const shares = [...sharesOf(platform, id)].filter(
        ([bucket]) => paysFor(limits, bucket, kind) && !isDistinct(bucket, limits),
      )
      const least = Math.min(1, ...shares.map(([, share]) => share))
      return Math.min(MAX_PRESSURE, 1 / Math.max(least, 1 / MAX_PRESSURE))
    },
    list: () =>
      [...statuses].flatMap(([key, { left, limit, resetsAt, isShared }]) => {
        return isShared && now() < resetsAt ? [{ ...partsOf(key), left, limit, resetsAt }] : []
      }),
    async load() {
      try {
        for (const { key, left, limit, ...reported } of await budgets.list(now())) {
          const known = statuses.get(key)
          if (known && known.toldAt >= reported.reportedAt) continue
          // Reported in the future: that process's clock is ahead, or ours was set back since. Only the duration is
          // reliable.
          const aheadMs = Math.max(0, reported.reportedAt - now())
          const [resetsAt, toldAt] = [reported.resetsAt - aheadMs, reported.reportedAt - aheadMs]
          const windowMs = Math.max(known?.windowMs ?? 0, resetsAt - toldAt)
          const probeAt = left > 0 ? Number.POSITIVE_INFINITY : toldAt + PROBE_INTERVAL_MS
          set(key, { left, limit, resetsAt, toldAt, probeAt, windowMs, isShared: true, isDirty: false })
        }
      } catch (error) {
        onStoreError(error)
      }
    },
    flush,
  }
}
