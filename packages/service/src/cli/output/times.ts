// Formats times and numbers. Times are in the user's time zone, without seconds.

/** For JSON output. */
export { isoTime } from '../../runtime/clock/iso-time.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** `2026-11-21 00:50` */
export const localTime = (time: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(time)

/** `2026-11-21 00:50:07` */
export const localTimeSeconds = (time: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(time)

/**
 * The time zone, or UTC if `Intl` does not know it. With an empty `TZ`, `Intl` itself reports `Etc/Unknown`, which it then
 * rejects, and POSIX reads an empty `TZ` as UTC. A command must not fail over a date after it has changed something.
 */
export const knownTimeZone = (timeZone: string): string => {
  try {
    localTime(0, timeZone)
    return timeZone
  } catch {
    return 'UTC'
  }
}

/** `2026-11-21` */
export const localDate = (time: number, timeZone: string): string => localTime(time, timeZone).slice(0, 10)

/** `in 71 days`, `3 minutes ago`, `now` */
export const fromNow = (time: number, now: number): string => {
  const distance = Math.abs(time - now)
  if (distance < MINUTE_MS) return 'now'
  const [size, unit] =
    distance < HOUR_MS ? [MINUTE_MS, 'minute'] : distance < 2 * DAY_MS ? [HOUR_MS, 'hour'] : [DAY_MS, 'day']
  const text = pluralize(Math.round(distance / size), unit)
  return time > now ? `in ${text}` : `${text} ago`
}

/** `1,234` */
export const formatCount = (count: number): string => count.toLocaleString('en-US')

/** `1 site`, `2 sites` */
export const pluralize = (count: number, noun: string, plural = `${noun}s`): string =>
  `${formatCount(count)} ${count === 1 ? noun : plural}`
