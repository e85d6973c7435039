// Dates of the platforms → RFC 3339 UTC with milliseconds. It knows the formats that break naive parsers, and guesses
// nothing else.

import { monthOf } from './month-names.ts'
import { tidyDate } from './tidy-date.ts'
import { atZone, ZONE_PATTERN } from './time-zones.ts'

const FRACTION = '(?:[.,:](?<fraction>\\d+))?'
const HALF = '(?: ?(?<half>[ap])m?(?![a-z]))?'
const TIME = `(?<hour>\\d{1,2})[:h.](?<minute>\\d{1,2})(?:(?:[:m.]|min ?)(?<second>\\d{1,2})s?${FRACTION})?(?:min)?${HALF}`
const CLOCK = `${TIME},? ?(?<zone>${ZONE_PATTERN})?`
const WEEKDAY = '(?:[\\p{L}-]{1,15}\\.?(?:, ?| ))?'
const DAY = '(?<day>\\d{1,2})(?:st|nd|rd|th|er|re|e|o|a)?'
const MONTH = '(?<month>\\p{L}{3,13})\\.?'
const YEAR = '(?<year>\\d{2,4})(?: ?г\\.?)?'
const WHOLE_YEAR = '(?<year>\\d{4})'
/** After the date: a weekday, as in Turkish, and the time. */
const BEHIND = `\\.?(?:,? [\\p{L}-]{3,15}(?=$|,| \\d))?(?:,?(?: ?[-|@] ?| )${CLOCK})?`
/** For normalized text with single spaces: ISO 8601 and similar, to the month at least; its basic format and ordinal
 * dates; RFC 822 and similar; American dates; asctime; the year before the month's name; the time before the date;
 * numeric days and months, if their order is unambiguous. */
const FORMS = [
  `${WEEKDAY}${WHOLE_YEAR}(?<sign>[-/.]) ?(?<month>\\d{1,2})\\k<sign> ?(?<day>\\d{1,2})(?:t${CLOCK}|${BEHIND})`,
  `${WHOLE_YEAR}-(?<month>\\d{2})`,
  `${WHOLE_YEAR}(?<month>\\d{2})(?<day>\\d{2})(?:[t ]?(?<hour>\\d{2}):?(?<minute>\\d{2}):?(?<second>\\d{2})?${FRACTION} ?(?<zone>${ZONE_PATTERN})?)?`,
  `${WHOLE_YEAR}-(?<dayOfYear>\\d{3})`,
  `${WEEKDAY}${DAY}(?:\\.[ -]?|[ /-]{1,3})${MONTH}[ ,./-]{1,3}${YEAR}${BEHIND}`,
  `${WEEKDAY}${MONTH} ${DAY}\\.?,? ${YEAR}${BEHIND}`,
  `${WEEKDAY}${MONTH} ${DAY} ${CLOCK} ${YEAR}`,
  `${WHOLE_YEAR}[ .,/-]{1,2}${MONTH}[ /-]${DAY}${BEHIND}`,
  `${TIME},? ${WEEKDAY}${DAY}\\.? ${MONTH} ${WHOLE_YEAR}(?: (?<zone>${ZONE_PATTERN}))?`,
  `${WEEKDAY}(?<one>\\d{1,2})(?<sign>[-/.]) ?(?<other>\\d{1,2})\\k<sign> ?${WHOLE_YEAR}${BEHIND}`,
].map((form) => new RegExp(`^${form}$`, 'u'))
/** .NET's dates in JSON. */
const OF_DOT_NET = /^\/Date\((\d{1,15})(?:[+-]\d{4})?\)\/$/
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const LONGEST = 200
const DAY_SECONDS = 24 * 60 * 60

/** Days of every year. The 29th of February needs a calendar. */
const EVERY_YEAR = '(?:0[1-9]|1[0-2])-(?:0[1-9]|1\\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31'
/** The usual format of platforms, in part without a zone. */
const UTC = new RegExp(
  `^(?<second>[1-9]\\d{3}-(?:${EVERY_YEAR})T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d)(?:(?<fraction>\\.\\d{3})\\d*)?(?:Z|[+-]00:?00)?$`,
)

/** The usual format of feeds: RFC 822, with a day that every month has. */
const RFC_822_UTC =
  /^(?:[A-Z][a-z]{2}, )?(0[1-9]|1\d|2[0-8]) ([A-Z][a-z]{2}) ([1-9]\d{3}) ((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d) (?:GMT|[+-]0000)$/
const NUMBERS_OF_MONTHS = new Map(
  MONTHS.map((month, index) => [
    month.replace(/^./, (letter) => letter.toUpperCase()),
    String(index + 1).padStart(2, '0'),
  ]),
)

/** Platforms count in seconds or milliseconds. No post is older than 1973 in milliseconds, or later than 5138 in
 * seconds. */
const SECONDS_BELOW = 100_000_000_000

/** A date of a platform or feed: ISO 8601 (a zone without a colon; UTC if there is none), RFC 822 and its broken
 * variants, dates of JavaScript and of people, with month names in many languages, or seconds or milliseconds since
 * the epoch, as a number or digits. null if it is invalid or ambiguous. */
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
  const ofDotNet = OF_DOT_NET.exec(text)?.[1]
  return ofDotNet === undefined ? fromWritten(tidyDate(text)) : format(Number(ofDotNet))
}

const fromWritten = (text: string): string | null => {
  for (const form of FORMS) {
    const { groups } = form.exec(text) ?? {}
    if (groups !== undefined) return fromParts(groups)
  }
  return null
}

const fromEpoch = (value: number): string | null =>
  value > 0 ? format(Math.round(value < SECONDS_BELOW ? value * 1000 : value)) : null

type Parts = { readonly [name: string]: string | undefined }

const fromParts = (parts: Parts): string | null => {
  const midnight = midnightOf(parts)
  const milliseconds = millisecondsOf(parts)
  if (midnight === undefined || milliseconds === undefined) return null
  return format(atZone(midnight + milliseconds, parts.zone ?? 'z'))
}

/** In UTC; undefined for a day that does not exist. */
const midnightOf = ({ year = '', dayOfYear, ...parts }: Parts): number | undefined => {
  const fullYear = yearOf(year)
  const { month, day } = dayOfYear === undefined ? dayOf(parts) : { month: 1, day: Number(dayOfYear) }
  // Date.UTC takes a year below 100 for one of the last century.
  if (fullYear < 100 || month === undefined) return undefined
  const midnight = new Date(Date.UTC(fullYear, month - 1, day))
  // Date.UTC rolls the 31st of February over.
  const isThere =
    dayOfYear === undefined
      ? midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day
      : day > 0 && midnight.getUTCFullYear() === fullYear
  return isThere ? midnight.getTime() : undefined
}

type Day = { readonly month: number | undefined; readonly day: number }

const dayOf = ({ month = '', day = '1', one, other, sign }: Parts): Day =>
  one === undefined
    ? { month: /^\d/.test(month) ? Number(month) : monthOf(month), day: Number(day) }
    : dayInFigures(Number(one), Number(other), sign)

/** Between dots the day comes first; otherwise the number above 12 is the day. */
const dayInFigures = (one: number, other: number, sign: string | undefined): Day => {
  if (sign === '.' || one > 12 || one === other) return { month: other, day: one }
  return { month: other > 12 ? one : undefined, day: other }
}

/** RFC 2822, section 4.3: two digits below 50 belong to this century. */
const yearOf = (year: string): number => {
  if (year.length === 4) return Number(year)
  return Number(year) + (year.length === 2 && Number(year) < 50 ? 2000 : 1900)
}

/** Some programs write `PM` after a 24-hour time. */
const hoursOf = (hour: number, half: string | undefined): number | undefined => {
  if (half === undefined || (half === 'p' && hour > 12)) return hour > 24 ? undefined : hour
  return hour > 12 ? undefined : (hour % 12) + (half === 'p' ? 12 : 0)
}

/** Since midnight; undefined for an invalid time. */
const millisecondsOf = ({ hour = '0', minute = '0', second = '0', fraction = '', half }: Parts): number | undefined => {
  if (Number(minute) > 59 || Number(second) > 60) return undefined
  const hours = hoursOf(Number(hour), half)
  if (hours === undefined) return undefined
  const seconds = (hours * 60 + Number(minute)) * 60 + Math.min(Number(second), 59)
  // 24:00 is the only valid time of hour 24.
  return seconds > DAY_SECONDS ? undefined : seconds * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'))
}

const format = (milliseconds: number): string | null => {
  const date = new Date(milliseconds)
  const year = date.getUTCFullYear()
  return Number.isNaN(year) || year < 100 || year > 9999 ? null : date.toISOString()
}
