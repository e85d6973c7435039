// What is left of each upstream's limits, and so whether a call may be made. Read from every answer, shared with the other
// processes through the store, never spent past. When nothing is left, nobody is asked: the true reset is told instead.

import { secondsLeft } from '../../parsing/seconds-left.ts'
import { createLru } from '../../runtime/collections/create-lru.ts'
import type { BudgetRecord, Store } from '../../storage/store.ts'
import type { Response } from '../contract/call.ts'
import type { Bucket, Limits, Reset } from '../contract/limits.ts'
import { Refused } from '../contract/refusal.ts'
import { readLimits, readRetryAfter } from './read-limits.ts'
import { allowedOf, type Units } from './units.ts'
import { windowAt } from './window-at.ts'

/** Whose budget it is: a credential's, a host's, or the service's. */
export type Payer = {
  readonly platform: string
  readonly source: string
  /** A credential's id, or a host name. */
  readonly who: string
  readonly host: string
  /** Whether the others are told of it, and people shown. */
  readonly isKnown: boolean
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
  /** When a call could be made, where it cannot now: the true reset. undefined: it can. */
  closedUntil(payer: Payer, bucket: string, cost: number): number | undefined
  /** Takes the units that are counted here. Throws Refused (`exhausted`) where not enough are left, and takes none then. */
  spend(payer: Payer, limits: Limits | undefined, costs: Costs): Promise<void>
  /** Takes what a call cost besides, once that is known: what was read was paid for, even past the end. */
  settle(payer: Payer, limits: Limits | undefined, extra: number): Promise<void>
  /** Reads what a good answer tells. */
  learn(payer: Payer, bucket: string, response: Response, limits: Limits | undefined): void
  /** An answer said that nothing is left; returns until when that is so. */
  close(payer: Payer, bucket: string, response: Response, closing: Closing): number
  /** How much faster the budget of a source goes than its window: 1 where it lasts. The best of its payers counts. */
  pressure(platform: string, source: string): number
  /** All that is known, for people. */
  list(): readonly Budget[]
  /** Reads what the others know. */
  load(): Promise<void>
  /** Writes what was learned since. */
  flush(): Promise<void>
}

export type GovernorOptions = {
  readonly budgets: Pick<Store['budgets'], 'list' | 'put'>
  readonly units: Units
  readonly now: () => number
  readonly random: () => number
  readonly onStoreError: (error: unknown) => void
}

export type Closing = {
  /** What the row that named the refusal declares. */
  readonly until: Reset | undefined
  /** Whether it is the budget of a day or month that is used up. */
  readonly isForLong: boolean
  readonly limits: Limits | undefined
}

type Reported = Pick<Standing, 'left' | 'limit' | 'resetsAt'>

/** Units of a call, by the name of a declared bucket. */
export type Costs = (bucket: string) => number

type Standing = {
  readonly source: string
  readonly bucket: string
  left: number
  limit: number | null
  resetsAt: number
  toldAt: number
  /** From when one call may ask whether the limit still stands. */
  requestAgainAt: number
  /** Whether such a call was let through: a good answer then says that it stands no more. */
  isRequestedAgain: boolean
  /** The longest that a reset was ever away: what the window is taken for. */
  windowMs: number
  isKnown: boolean
  isDirty: boolean
}

/** The bucket of calls whose limits the headers tell and that have no name. */
export const ANY = ''
/** A platform that asks for more patience is asked whether it still means it. */
const ASK_AGAIN_MS = 300_000
/** Where a limit does not say for how long. */
const UNTOLD_LIMIT_MS = 30_000
const UNTOLD_EXHAUSTION_MS = 3_600_000
const JITTER = 0.2
/** Kept of what headers tell, so that the operator's own probes find something left. */
const RESERVE_SHARE = 0.02
/** What shares are counted in: so fine that the calls under way take nothing worth telling of them. */
const WHOLE = 100_000
const MOST_PRESSURE = 12
/** How long the others may take to learn that a limit stands no more. */
const REOPENED_MS = 60_000
/** Resets told in seconds from now wander by so much. */
const SAME_WINDOW_MS = 2_000
/** Budgets watched at once; that of the host unseen for longest is forgotten first. */
const MOST = 20_000

const reserveOf = (limit: number | null): number =>
  limit === null ? 0 : Math.max(1, Math.floor(limit * RESERVE_SHARE))

/** Whether no call can be paid from it. What is counted here is counted to its end: the reserve is none of its limit. */
export const isSpent = ({ bucket, left, limit }: Budget, limits: Limits | undefined): boolean =>
  left < 1 + (limits?.buckets?.some(({ name }) => name === bucket) ? 0 : reserveOf(limit))

/** Seconds until a used up bucket has something again, as the platform's own dialect tells it. */
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

const sourceOf = (platform: string, source: string): string => `${platform}\n${source}`

const keyOf = ({ platform, source, who }: Payer, bucket: string): string => [platform, source, who, bucket].join('\n')

const partsOf = (key: string): Pick<Budget, 'platform' | 'source' | 'who' | 'bucket'> => {
  const [platform = '', source = '', who = '', bucket = ANY] = key.split('\n')
  return { platform, source, who, bucket }
}

export const createGovernor = ({ budgets, units, now, random, onStoreError }: GovernorOptions): Governor => {
  /** By source too: pressure is asked for with every page that is served, also where thousands of hosts have a budget. */
  const bySource = new Map<string, Set<Standing>>()
  const standings = createLru<Standing>(MOST, (standing) => {
    const others = bySource.get(standing.source)
    others?.delete(standing)
    if (others?.size === 0) bySource.delete(standing.source)
  })

  const set = (key: string, reported: Omit<Standing, 'source' | 'bucket' | 'isRequestedAgain'>) => {
    const { platform, source, bucket } = partsOf(key)
    const standing = { ...reported, source: sourceOf(platform, source), bucket, isRequestedAgain: false }
    standings.set(key, standing)
    const others = bySource.get(standing.source)
    if (others) others.add(standing)
    else bySource.set(standing.source, new Set([standing]))
  }

  const standingOf = (key: string): Standing | undefined => {
    const held = standings.get(key)
    if (held === undefined || now() < held.resetsAt) return held
    standings.delete(key)
    return undefined
  }

  const put = (payer: Payer, bucket: string, reported: Reported, requestAgainAt = Number.POSITIVE_INFINITY) => {
    const key = keyOf(payer, bucket)
    const resetsAt = Math.ceil(reported.resetsAt)
    const before = standings.get(key)
    const windowMs = Math.max(before?.windowMs ?? 0, resetsAt - now())
    // Answers overtake each other: within a window nothing comes back.
    const isSameWindow =
      before !== undefined && !before.isRequestedAgain && Math.abs(before.resetsAt - resetsAt) <= SAME_WINDOW_MS
    const left = isSameWindow ? Math.min(before.left, reported.left) : reported.left
    const { isKnown } = payer
    const toldAt = Math.floor(now())
    set(key, { ...reported, left, resetsAt, toldAt, requestAgainAt, windowMs, isKnown, isDirty: isKnown })
  }

  const flush = async () => {
    const dirty = [...standings].filter(([, { isDirty }]) => isDirty)
    if (dirty.length === 0) return
    for (const [, standing] of dirty) standing.isDirty = false
    const rows = dirty.map(
      ([key, { left, limit, resetsAt, toldAt }]): BudgetRecord => ({ key, left, limit, resetsAt, reportedAt: toldAt }),
    )
    await budgets.put(rows).catch(onStoreError)
  }

  const ownerOf = ({ platform, who, host }: Payer, { of }: Bucket): string => {
    const owner = { credential: who, host, service: 'service' }[of]
    return `platform:${platform}:${owner}`
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
    closedUntil(payer, bucket, cost) {
      const standing = standingOf(keyOf(payer, bucket))
      if (standing === undefined) return undefined
      if (standing.left - cost >= reserveOf(standing.limit)) {
        // What is under way counts, until an answer says what is true.
        standing.left -= cost
        return undefined
      }
      if (now() < standing.requestAgainAt) return standing.resetsAt
      standing.requestAgainAt = now() + ASK_AGAIN_MS
      standing.isRequestedAgain = true
      return undefined
    },
    async spend(payer, limits, costs) {
      for (const bucket of limits?.buckets ?? []) {
        const endsAt = await units.take(ownerOf(payer, bucket), bucket, costs(bucket.name))
        if (endsAt !== undefined) {
          put(payer, bucket.name, { left: 0, limit: allowedOf(bucket), resetsAt: endsAt })
          throw new Refused('exhausted', { retryAfterSeconds: secondsLeft(endsAt, now()) })
        }
        const left = units.look(ownerOf(payer, bucket), bucket)
        if (left) put(payer, bucket.name, { left: left.left, limit: allowedOf(bucket), resetsAt: left.endsAt })
      }
    },
    async settle(payer, limits, extra) {
      if (extra <= 0) return
      for (const bucket of limits?.buckets ?? []) await units.take(ownerOf(payer, bucket), bucket, extra)
    },
    learn(payer, bucket, response, limits) {
      const reported = readLimits(response.headers, now())
      const seconds = reported?.resetsInSeconds ?? null
      const before = standings.get(keyOf(payer, bucket))
      if (before?.isRequestedAgain)
        put(payer, bucket, { left: before.limit ?? WHOLE, limit: before.limit, resetsAt: now() + REOPENED_MS })
      if (reported && seconds !== null)
        put(payer, bucket, { left: reported.left, limit: reported.limit, resetsAt: now() + seconds * 1_000 })
      for (const { bucket: name = bucket, leftShare, resetsInSeconds } of limits?.tells?.(response, now()) ?? []) {
        // What was counted is more exact than a share.
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
      const untold = (isForLong ? UNTOLD_EXHAUSTION_MS : UNTOLD_LIMIT_MS) * (1 + JITTER * (2 * random() - 1))
      const declared = until && ('seconds' in until ? now() + until.seconds * 1_000 : windowAt(until, now()).endsAt)
      const resetsAt = reportedSeconds === undefined ? (declared ?? now() + untold) : now() + reportedSeconds * 1_000
      const limit = readLimits(response.headers, now())?.limit ?? standings.get(keyOf(payer, bucket))?.limit ?? null
      put(payer, bucket, { left: 0, limit, resetsAt }, isForLong ? undefined : now() + ASK_AGAIN_MS)
      // The others are spared the call that would tell them.
      void flush()
      return resetsAt
    },
    pressure(platform, source) {
      const least = Math.min(1, ...sharesOf(platform, source).values())
      return Math.min(MOST_PRESSURE, 1 / Math.max(least, 1 / MOST_PRESSURE))
    },
    list: () =>
      [...standings].flatMap(([key, { left, limit, resetsAt, isKnown }]) => {
        return isKnown && now() < resetsAt ? [{ ...partsOf(key), left, limit, resetsAt }] : []
      }),
    async load() {
      try {
        for (const { key, left, limit, ...reported } of await budgets.list(now())) {
          const held = standings.get(key)
          if (held && held.toldAt >= reported.reportedAt) continue
          // Told in the future: by a clock that is ahead, or has been put back since. How long it lasts is true.
          const aheadMs = Math.max(0, reported.reportedAt - now())
          const [resetsAt, toldAt] = [reported.resetsAt - aheadMs, reported.reportedAt - aheadMs]
          const windowMs = Math.max(held?.windowMs ?? 0, resetsAt - toldAt)
          const requestAgainAt = left > 0 ? Number.POSITIVE_INFINITY : toldAt + ASK_AGAIN_MS
          set(key, { left, limit, resetsAt, toldAt, requestAgainAt, windowMs, isKnown: true, isDirty: false })
        }
      } catch (error) {
        onStoreError(error)
      }
    },
    flush,
  }
}
