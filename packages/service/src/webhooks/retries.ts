// When a delivery is tried again: eleven tries over a day, the pauses between them growing; and no sooner than its receiver asks
// for, as far as that is within reason.

import { secondsUntil } from '../parsing/seconds-until.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** Behind the first try, the second one, …: 24 hours in all. */
export const PAUSES_MS: readonly number[] = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  6 * HOUR_MS,
  10 * HOUR_MS + 17 * MINUTE_MS + 25 * SECOND_MS,
]

/** A tenth to either side, so that what failed together is not tried together. */
const JITTER = 0.1

/** What a receiver may ask for at most: as long as it is tried without its asking. */
export const MOST_RETRY_AFTER_MS = 24 * HOUR_MS
/** A receiver that has too much to do is sent nothing else for so long at most: whoever has mended it waits no longer. */
export const MOST_REST_MS = 5 * MINUTE_MS
/** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md, "Delivery success and failure" */
const OVERLOADED: ReadonlySet<number> = new Set([429, 502, 503, 504])

/** How long to wait behind so many tries, and at least as long as was asked for; undefined: no more. `random` is in [0, 1). */
export const pauseAfter = (attempts: number, random: () => number, retryAfterMs = 0): number | undefined => {
  const pauseMs = PAUSES_MS[attempts - 1]
  if (pauseMs === undefined) return undefined
  return Math.max(retryAfterMs, Math.round(pauseMs * (1 - JITTER + 2 * JITTER * random())))
}

/** `Retry-After` in milliseconds, bounded (RFC 9110, section 10.2.3): seconds, or a date. A proxy may add one of its own. */
export const readRetryAfter = (field: string | undefined, now: number): number | undefined => {
  const values = /^[\d\s,]+$/.test(field ?? '') ? (field ?? '').split(',') : [field]
  const seconds = values.flatMap((value) => secondsUntil(value, now) ?? (isHuge(value) ? Number.POSITIVE_INFINITY : []))
  return seconds.length === 0 ? undefined : Math.min(MOST_RETRY_AFTER_MS, Math.max(...seconds) * SECOND_MS)
}

const isHuge = (value = ''): boolean => /^\s*\d{9,}\s*$/.test(value)

/** How long a receiver that answered so is sent nothing else; 0: it is not. */
export const restAfter = (status: number | null, retryAfterMs = 0): number =>
  status !== null && OVERLOADED.has(status) ? Math.min(MOST_REST_MS, retryAfterMs) : 0
