// "Come back later" in the dialects of the platforms → whole seconds from now, as `Retry-After` says it.

import { parseTime } from './parse-time.ts'

/** No platform's window is longer than a month; a header that says more is not to be believed. */
const MAX_SECONDS = 31 * 86_400

/**
 * Whole seconds, at least 1, until what a header says: seconds from now (also with a fraction), seconds since the
 * epoch, ISO 8601, or an HTTP date. undefined when it says none of these.
 */
export const secondsUntil = (value: string | undefined, nowMs: number): number | undefined => {
  const text = value?.trim() ?? ''
  if (/^\d{1,8}(?:\.\d+)?$/.test(text)) return bounded(Number(text))
  const time = parseTime(text)
  return time === null ? undefined : bounded((Date.parse(time) - nowMs) / 1000)
}

const bounded = (seconds: number) => Math.min(MAX_SECONDS, Math.max(1, Math.ceil(seconds)))
