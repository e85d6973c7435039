// Formats numbers and times in the browser's language and time zone.

const NUMBER = new Intl.NumberFormat()
const GIGABYTES = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })
const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const DATE_TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const DAY_OF_MONTH = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const MONTH = new Intl.DateTimeFormat(undefined, { month: 'short', timeZone: 'UTC' })
const LONG_MONTH = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' })
/** Twelve hours without a leading zero, and 24 hours with one. */
const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const TIME_SECONDS = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
})
const DATE_TIME_SECONDS = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
const WEEKDAY_TIME = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: 'numeric', minute: '2-digit' })
const PERCENT = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })
const PRECISE = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 3 })
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** @param {number} count */
export const formatCount = (count) => NUMBER.format(count)

/** @param {string} time */
export const day = (time) => DATE.format(new Date(time))

/** @param {string} time */
export const dayAndTime = (time) => DATE_TIME.format(new Date(time))

/** `18:05`. @param {string} time */
export const timeOfDay = (time) => TIME.format(new Date(time))

/** `18:05:03.120`. @param {string} time */
export const timeWithSeconds = (time) => TIME_SECONDS.format(new Date(time))

/** `31 Jan 2027, 18:05:03`. @param {string} time */
export const momentWithSeconds = (time) => DATE_TIME_SECONDS.format(new Date(time))

/** `Mon 18:05`. @param {string} time */
export const weekdayAndTime = (time) => WEEKDAY_TIME.format(new Date(time))

/**
 * `2027-01-31` as `31 Jan`.
 * @param {string} date
 */
export const dayOfMonth = (date) => DAY_OF_MONTH.format(new Date(`${date}T00:00:00Z`))

/**
 * `2027-01` as `Jan`.
 * @param {string} month
 */
export const shortMonth = (month) => MONTH.format(new Date(`${month}-01T00:00:00Z`))

/**
 * `2027-01` as `January 2027`.
 * @param {string} month
 */
export const longMonth = (month) => LONG_MONTH.format(new Date(`${month}-01T00:00:00Z`))

/**
 * `in 71 days`, `3 hours ago`.
 * @param {string} time
 */
export const fromNow = (time) => {
  const distance = Date.parse(time) - Date.now()
  const size = Math.abs(distance)
  if (size < HOUR_MS) return RELATIVE.format(Math.round(distance / MINUTE_MS), 'minute')
  if (size < 2 * DAY_MS) return RELATIVE.format(Math.round(distance / HOUR_MS), 'hour')
  return RELATIVE.format(Math.round(distance / DAY_MS), 'day')
}

/** @param {number} seconds */
export const duration = (seconds) => {
  if (seconds < 60) return plural(seconds, 'second')
  if (seconds < 2 * 3600) return plural(Math.floor(seconds / 60), 'minute')
  if (seconds < 2 * 86_400) return plural(Math.floor(seconds / 3600), 'hour')
  return plural(Math.floor(seconds / 86_400), 'day')
}

/**
 * @param {number} count
 * @param {string} noun
 */
export const plural = (count, noun) => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`

/** @param {number} bytes */
export const megabytes = (bytes) => `${formatCount(Math.round(bytes / 1_000_000))} MB`

/** @param {number} bytes */
export const gigabytes = (bytes) => `${GIGABYTES.format(bytes / 1_000_000_000)} GB`

/**
 * `12.5%`, or `none` for a share of nothing.
 * @param {number} part
 * @param {number} whole
 */
export const percent = (part, whole) => (whole === 0 ? 'none' : PERCENT.format(part / whole))

/** `0.8 ms`, `412 ms`, `1.31 s`. @param {number} ms */
export const milliseconds = (ms) => (ms < 1_000 ? `${PRECISE.format(ms)} ms` : `${PRECISE.format(ms / 1_000)} s`)
