// When a delivery is retried: eleven attempts over a day with growing pauses. `Retry-After` may lengthen a pause,
// within limits.

import { secondsUntil } from '../parsing/seconds-until.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** The pauses after the first attempt, the second, …: 24 hours in total. */
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

/** Ten percent in either direction, so that deliveries that failed together are not retried together. */
const JITTER = 0.1

/** The longest accepted `Retry-After`, equal to the whole retry schedule. */
export const MAX_RETRY_AFTER_MS = 24 * HOUR_MS
/** The longest pause of an overloaded receiver's whole queue: after a fix, deliveries resume within this time. */
export const MAX_REST_MS = 5 * MINUTE_MS
/** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md, "Delivery success and failure" */
const OVERLOADED: ReadonlySet<number> = new Set([429, 502, 503, 504])

/** The pause after this number of attempts, at least `retryAfterMs`; undefined when no attempts are left. `random` is
 * in [0, 1). */
export const pauseAfter = (attempts: number, random: () => number, retryAfterMs = 0): number | undefined => {
  const pauseMs = PAUSES_MS[attempts - 1]
  if (pauseMs === undefined) return undefined
  return Math.max(retryAfterMs, Math.round(pauseMs * (1 - JITTER + 2 * JITTER * random())))
}

/** Parses `Retry-After` (RFC 9110, section 10.2.3), seconds or a date, into bounded milliseconds. With several values
 * (proxies may add one) the largest is used. */
export const readRetryAfter = (field: string | undefined, now: number): number | undefined => {
  const values = /^[\d\s,]+$/.test(field ?? '') ? (field ?? '').split(',') : [field]
  const seconds = values.flatMap((value) => secondsUntil(value, now) ?? (isHuge(value) ? Number.POSITIVE_INFINITY : []))
  return seconds.length === 0 ? undefined : Math.min(MAX_RETRY_AFTER_MS, Math.max(...seconds) * SECOND_MS)
}

const isHuge = (value = ''): boolean => /^\s*\d{9,}\s*$/.test(value)

/** How long to pause the queue of a receiver after this response; 0 for no pause. */
export const restAfter = (status: number | null, retryAfterMs = 0): number =>
  status !== null && OVERLOADED.has(status) ? Math.min(MAX_REST_MS, retryAfterMs) : 0
