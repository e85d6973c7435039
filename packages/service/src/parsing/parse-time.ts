// The dates of the platforms → RFC 3339 UTC with milliseconds. Knows the forms that break naive parsers, guesses nothing else.

import { offsetMinutes, ZONE_PATTERN } from './time-zones.ts'

const TIME =
  '(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2})(?:[.,](?<fraction>\\d+))?)?(?:\\s?(?<half>[ap])\\.?m\\.?(?![a-z]))?'
const CLOCK = `${TIME}\\s{0,3}(?<zone>${ZONE_PATTERN})?`
const WEEKDAY = '(?:[a-z]{2,10}\\.?(?:,\\s{0,3}|\\s{1,3}))?'
const DAY = '(?<day>\\d{1,2})(?:st|nd|rd|th)?'
const MONTH = '(?<month>[a-z]{3,9})\\.?'
const YEAR = '(?<year>\\d{2,4})'
const COMMENT = '(?:\\s{0,3}\\([^()]*\\))?'
/** ISO 8601, to the month at least; RFC 822 and what is like it; dates as Americans write them; asctime. */
const FORMS = [
  `(?<year>\\d{4})-(?<month>\\d{2})(?:-(?<day>\\d{2})(?:[T ]${CLOCK})?)?`,
  `${WEEKDAY}${DAY}[\\s-]{1,3}${MONTH}[\\s,-]{1,3}${YEAR}(?:,?\\s{1,3}${CLOCK}${COMMENT})?`,
  `${WEEKDAY}${MONTH}\\s{1,3}${DAY},?\\s{1,3}${YEAR}(?:,?\\s{1,3}${CLOCK})?`,
  `${WEEKDAY}${MONTH}\\s{1,3}${DAY}\\s{1,3}${CLOCK}\\s{1,3}${YEAR}`,
].map((form) => new RegExp(`^${form}$`, 'i'))
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const LONGEST = 200

/** Days that are there in every year; of the 29th of February it takes a calendar to know. */
const EVERY_YEAR = '(?:0[1-9]|1[0-2])-(?:0[1-9]|1\\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31'
/** What most platforms write, some of them without a zone. */
const UTC = new RegExp(
  `^(?<second>[1-9]\\d{3}-(?:${EVERY_YEAR})T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d)(?:(?<fraction>\\.\\d{3})\\d*)?(?:Z|[+-]00:?00)?$`,
)

/** What most feeds write: RFC 822, of a day that is there in every month. */
const RFC_822_UTC =
  /^(?:[A-Z][a-z]{2}, )?(0[1-9]|1\d|2[0-8]) ([A-Z][a-z]{2}) ([1-9]\d{3}) ((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d) (?:GMT|[+-]0000)$/
const NUMBERS_OF_MONTHS = new Map(
  MONTHS.map((month, index) => [
    month.replace(/^./, (letter) => letter.toUpperCase()),
    String(index + 1).padStart(2, '0'),
  ]),
)

/** Platforms count in seconds or in milliseconds; no post was published before 1973 in the one, or after 5138 in the other. */
const SECONDS_BELOW = 100_000_000_000

/**
 * A date as a platform tells it: ISO 8601 (a zone without a colon, or none, which is UTC), RFC 822 with its broken
 * variants, dates with the name of a month before the day, or seconds or milliseconds since the epoch, as a number or a
 * string of digits. null when it is none.
 */
export const parseTime = (value: unknown): string | null => {
  if (typeof value === 'number') return fromEpoch(value)
  if (typeof value !== 'string' || value.length > LONGEST) return null
  const text = value.trim()
  const utc = UTC.exec(text)?.groups
  if (utc !== undefined) return `${utc.second}${utc.fraction ?? '.000'}Z`
  const parts = RFC_822_UTC.exec(text)
  const month = NUMBERS_OF_MONTHS.get(parts?.[2] ?? '')
  if (parts !== null && month !== undefined) return `${parts[3]}-${month}-${parts[1]}T${parts[4]}.000Z`
  if (/^\d{9,13}(?:\.\d+)?$/.test(text)) return fromEpoch(Number(text))
  for (const form of FORMS) {
    const { groups } = form.exec(text) ?? {}
    if (groups !== undefined) return fromParts(groups)
  }
  return null
}

const fromEpoch = (value: number): string | null =>
  value > 0 ? format(Math.round(value < SECONDS_BELOW ? value * 1000 : value)) : null

type Parts = { readonly [name: string]: string | undefined }

const fromParts = ({ year = '', month = '', day = '1', zone = 'Z', ...clock }: Parts): string | null => {
  const fullYear = yearOf(year)
  const index = /^\d/.test(month) ? Number(month) - 1 : MONTHS.indexOf(month.slice(0, 3).toLowerCase())
  const milliseconds = millisecondsOf(clock)
  // Date.UTC takes a year below 100 for one of the last century.
  if (fullYear < 100 || index === -1 || milliseconds === undefined) return null
  const midnight = new Date(Date.UTC(fullYear, index, Number(day)))
  // Date.UTC rolls the 31st of February over; a date that does not exist is no date.
  if (midnight.getUTCMonth() !== index || midnight.getUTCDate() !== Number(day)) return null
  return format(midnight.getTime() + milliseconds - offsetMinutes(zone) * 60_000)
}

/** RFC 2822, section 4.3: two digits below 50 are of this century. */
const yearOf = (year: string): number => {
  if (year.length === 4) return Number(year)
  return Number(year) + (year.length === 2 && Number(year) < 50 ? 2000 : 1900)
}

/** Since midnight; undefined when no clock shows it. */
const millisecondsOf = ({ hour = '0', minute = '0', second = '0', fraction = '', half }: Parts): number | undefined => {
  if (Number(hour) > (half === undefined ? 24 : 12) || Number(minute) > 59 || Number(second) > 60) return undefined
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  const seconds = (hours * 60 + Number(minute)) * 60 + Math.min(Number(second), 59)
  return seconds * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'))
}

const format = (milliseconds: number): string | null => {
  const date = new Date(milliseconds)
  const year = date.getUTCFullYear()
  return Number.isNaN(year) || year < 100 || year > 9999 ? null : date.toISOString()
}
