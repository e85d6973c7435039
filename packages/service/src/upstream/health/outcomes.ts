// The outcomes of each platform's recent calls and fetches in this process. Forgets them within the hour, and keeps
// only a few numbers and the handles of the last fetches.

import type { ErrorCode } from '../../errors.ts'

export type PlatformOutcomes = {
  /** Calls of the last hour by outcome, the most frequent first. */
  readonly calls: readonly { readonly outcome: string; readonly count: number }[]
  readonly lastGoodAt: number | null
  readonly lastFailedAt: number | null
  /** Since when its fetches fail; undefined if they do not. */
  readonly failingSince: number | undefined
}

export type Outcomes = {
  /** `outcome`: what the response meant (`ok`, `unchanged`, a meaning), or the error code when there was no response. */
  countCall(call: { readonly platform: string; readonly outcome: string }): void
  /** `outcome`: `ok`, or the error code that the client receives. */
  countFetch(fetch: { readonly platform: string; readonly handle: string; readonly outcome: string }): void
  of(platform: string): PlatformOutcomes
}

type Fetched = { readonly at: number; readonly handle: string; readonly isGood: boolean }
type Kept = {
  /** Minute → outcome → calls. */
  readonly minutes: Map<number, Map<string, number>>
  recent: readonly Fetched[]
  lastGoodAt: number | null
  lastFailedAt: number | null
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** How many of the last fetches are considered. */
const RECENT = 10
/** A platform is failing from this many failures on. */
const FEWEST_FAILED = 3

/** A missing or private profile is a valid result. Codes in neither set concern the request or a limit. */
const GOOD: ReadonlySet<string> = new Set<ErrorCode | 'ok'>([
  'ok',
  'profile_not_found',
  'profile_private',
  'profile_unsupported',
])
const FAILED: ReadonlySet<string> = new Set<ErrorCode>([
  'platform_error',
  'platform_timeout',
  'platform_unauthorized',
  'internal_error',
])

export const createOutcomes = ({ now }: { readonly now: () => number }): Outcomes => {
  const platforms = new Map<string, Kept>()

  const keptOf = (platform: string): Kept => {
    const existing = platforms.get(platform)
    if (existing) return existing
    const kept: Kept = { minutes: new Map(), recent: [], lastGoodAt: null, lastFailedAt: null }
    platforms.set(platform, kept)
    return kept
  }

  const forget = (kept: Kept) => {
    const since = now() - HOUR_MS
    for (const minute of kept.minutes.keys()) if (minute * MINUTE_MS <= since) kept.minutes.delete(minute)
    kept.recent = kept.recent.filter(({ at }) => at > since)
  }

  return {
    countCall({ platform, outcome }) {
      const kept = keptOf(platform)
      const minute = Math.floor(now() / MINUTE_MS)
      if (!kept.minutes.has(minute)) {
        forget(kept)
        kept.minutes.set(minute, new Map())
      }
      const counts = kept.minutes.get(minute)
      counts?.set(outcome, (counts.get(outcome) ?? 0) + 1)
    },
    countFetch({ platform, handle, outcome }) {
      const isGood = GOOD.has(outcome)
      if (!isGood && !FAILED.has(outcome)) return
      const kept = keptOf(platform)
      const at = now()
      kept.recent = [...kept.recent, { at, handle, isGood }].slice(-RECENT)
      if (isGood) kept.lastGoodAt = at
      else kept.lastFailedAt = at
    },
    of(platform) {
      const kept = keptOf(platform)
      forget(kept)
      return {
        calls: sumOf(kept.minutes.values()),
        lastGoodAt: kept.lastGoodAt,
        lastFailedAt: kept.lastFailedAt,
        failingSince: failingSince(kept.recent),
      }
    },
  }
}

const sumOf = (minutes: Iterable<ReadonlyMap<string, number>>): PlatformOutcomes['calls'] => {
  const sums = new Map<string, number>()
  for (const counts of minutes)
    for (const [outcome, count] of counts) sums.set(outcome, (sums.get(outcome) ?? 0) + count)
  return [...sums].map(([outcome, count]) => ({ outcome, count })).toSorted((one, other) => other.count - one.count)
}

const handlesOf = (fetches: readonly Fetched[]): number => new Set(fetches.map(({ handle }) => handle)).size

/** Failing: three fetches in a row failed, or half of the recent ones did, and none has succeeded since. If only one
 * profile of several fails, the fault is usually its site's, not the platform's. */
const failingSince = (recent: readonly Fetched[]): number | undefined => {
  const sinceGood = recent.slice(recent.findLastIndex(({ isGood }) => isGood) + 1)
  const failed = recent.filter(({ isGood }) => !isGood)
  const [first] = sinceGood
  if (first === undefined || failed.length < FEWEST_FAILED) return undefined
  const isMany = handlesOf(failed) >= FEWEST_FAILED || handlesOf(failed) === handlesOf(recent)
  const isMost = sinceGood.length >= FEWEST_FAILED || failed.length * 2 >= recent.length
  return isMany && isMost ? first.at : undefined
}
