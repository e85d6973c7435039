// Retry times in the formats of the platforms → seconds from now.

import { parseTime } from './parse-time.ts'

/** No platform's window is longer than a month. Larger values are wrong. */
const MAX_SECONDS = 31 * 86_400

/** Seconds, at least 1, until the time in a header: seconds from now (also with a fraction), seconds since the epoch,
 * ISO 8601, or an HTTP date. undefined for anything else. */
export const secondsUntil = (value: string | undefined, nowMs: number): number | undefined => {
  const text = value?.trim() ?? ''
  if (/^\d{1,8}(?:\.\d+)?$/.test(text)) return bounded(Number(text))
  const time = parseTime(text)
  return time === null ? undefined : bounded((Date.parse(time) - nowMs) / 1000)
}

const bounded = (seconds: number) => Math.min(MAX_SECONDS, Math.max(1, Math.ceil(seconds)))
