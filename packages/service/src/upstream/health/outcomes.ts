// What came of the last calls and fetches of each platform, as this process saw them. Forgets within the hour, and keeps no
// more of a platform than a few numbers and the handles of its last fetches.

import type { ErrorCode } from '../../errors.ts'

export type PlatformOutcomes = {
  /** Calls of the last hour by what they meant, the most frequent first. */
  readonly calls: readonly { readonly outcome: string; readonly count: number }[]
  readonly lastGoodAt: number | null
  readonly lastFailedAt: number | null
  /** Since when its fetches fail; undefined where they do not. */
  readonly failingSince: number | undefined
}

export type Outcomes = {
  /** `outcome`: what the call meant (`ok`, `unchanged`, a meaning), or the code where there was no answer. */
  countCall(call: { readonly platform: string; readonly outcome: string }): void
  /** `outcome`: `ok`, or the code that a client is told. */
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
/** Fetches that are looked at. */
const RECENT = 10
/** Failures that make a platform one that fails. */
const FEWEST_FAILED = 3

/** That a profile is gone or private is an answer. Codes that stand in neither set tell of the request or of a limit. */
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
    const held = platforms.get(platform)
    if (held) return held
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

/** Three failed in a row, or half of the last ones did, and no good one came since. A profile that fails alone among others
 * tells of itself: of its site, as a rule. */
const failingSince = (recent: readonly Fetched[]): number | undefined => {
  const row = recent.slice(recent.findLastIndex(({ isGood }) => isGood) + 1)
  const failed = recent.filter(({ isGood }) => !isGood)
  const [first] = row
  if (first === undefined || failed.length < FEWEST_FAILED) return undefined
  const isMany = handlesOf(failed) >= FEWEST_FAILED || handlesOf(failed) === handlesOf(recent)
  const isMost = row.length >= FEWEST_FAILED || failed.length * 2 >= recent.length
  return isMany && isMost ? first.at : undefined
}
