// Formats numbers and times in the browser's language and time zone.

const NUMBER = new Intl.NumberFormat()
const GIGABYTES = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })
const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const DATE_TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const DAY_OF_MONTH = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const MONTH = new Intl.DateTimeFormat(undefined, { month: 'short', timeZone: 'UTC' })
const LONG_MONTH = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' })
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
