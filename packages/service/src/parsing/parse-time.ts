// The dates of the platforms → RFC 3339 UTC with milliseconds. Knows the forms that break naive parsers, guesses nothing else.

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i
const RFC_822 =
  /^(?:[a-z]+,?\s+)?(\d{1,2})[\s-]+([a-z]{3})[a-z]*[\s-]+(\d{2,4})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([a-z]{1,5}|[+-]\d{2}:?\d{2})?(?:\s*\(.*\))?$/i
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Hours from UTC of the zone names of RFC 822, section 5.1. */
const ZONES: Readonly<Record<string, number>> = {
  z: 0,
  ut: 0,
  utc: 0,
  gmt: 0,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
}

/** Platforms count in seconds or in milliseconds; no post was published before 1973 in the one, or after 5138 in the other. */
const SECONDS_BELOW = 100_000_000_000

/**
 * A date as a platform tells it: ISO 8601 (a zone without a colon, or none, which is UTC), RFC 822 with its broken
 * variants, or seconds or milliseconds since the epoch, as a number or a string of digits. null when it is none.
 */
export const parseTime = (value: unknown): string | null => {
  if (typeof value === 'number') return fromEpoch(value)
  if (typeof value !== 'string') return null
  const text = value.trim()
  if (/^\d{9,13}(?:\.\d+)?$/.test(text)) return fromEpoch(Number(text))
  return fromIso(text) ?? fromRfc822(text)
}

const fromEpoch = (value: number): string | null =>
  value > 0 ? format(Math.round(value < SECONDS_BELOW ? value * 1000 : value)) : null

const fromIso = (text: string): string | null => {
  const match = ISO.exec(text)
  if (!match) return null
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = match
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'))
  return fromParts(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    milliseconds,
    zone,
  )
}

const fromRfc822 = (text: string): string | null => {
  const match = RFC_822.exec(text)
  if (!match) return null
  const [, day, name = '', year = '', hour, minute, second = '0', zone = 'Z'] = match
  const month = MONTHS.indexOf(name.toLowerCase())
  if (month === -1) return null
  // RFC 2822, section 4.3: two digits below 50 are of this century.
  const fullYear = year.length > 2 ? Number(year) : Number(year) + (Number(year) < 50 ? 2000 : 1900)
  return fromParts(fullYear, month, Number(day), Number(hour), Number(minute), Number(second), 0, zone)
}

const fromParts = (
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
  milliseconds: number,
  zone: string,
): string | null => {
  // Date.UTC takes a year below 100 for one of the last century.
  if (year < 100 || hour > 24 || minute > 59 || second > 60) return null
  const time = Date.UTC(year, month, day, hour, minute, Math.min(second, 59), milliseconds)
  const date = new Date(Date.UTC(year, month, day))
  // Date.UTC rolls the 31st of February over; a date that does not exist is no date.
  if (date.getUTCMonth() !== month || date.getUTCDate() !== day) return null
  return format(time - offsetMinutes(zone) * 60_000)
}

const offsetMinutes = (zone: string): number => {
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone)
  if (!match) return (ZONES[zone.toLowerCase()] ?? 0) * 60
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? '0')
  return match[1] === '-' ? -minutes : minutes
}

const format = (milliseconds: number): string | null => {
  const date = new Date(milliseconds)
  const year = date.getUTCFullYear()
  return Number.isNaN(year) || year < 100 || year > 9999 ? null : date.toISOString()
}
