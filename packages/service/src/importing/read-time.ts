// Parses the dates of a record. Ambiguous dates are refused.

import { parseTime } from '../parsing/parse-time.ts'
import { tidyDate } from '../parsing/tidy-date.ts'
import { Refused, refuse, shown } from './cells.ts'

export const DATE_ORDERS = ['day-first', 'month-first'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** Day and month as numbers. */
const TWO_FIGURES = /^(?<one>\d{1,2})[-/.](?<other>\d{1,2})[-/.](?<year>\d{4})(?<time> .*)?$/

/** Reorders a date with a numeric month to year-month-day, as `order` says. */
const inOrder = (text: string, order: DateOrder | undefined): string => {
  const { one = '', other = '', year = '', time = '' } = TWO_FIGURES.exec(text)?.groups ?? {}
  if (order === undefined || year === '') return text
  const [day, month] = order === 'day-first' ? [one, other] : [other, one]
  return `${year}-${month}-${day}${time}`
}

/** A month without a day. */
const MONTH_ALONE = /^\d{4}-\d{2}$/
/** Abbreviations of several time zones: IST, for example, is used in India, Israel and Ireland. */
const AMBIGUOUS_ZONE = /\d(?: ?[ap]m)? ?(?<zone>ist|cst|bst|ast|gst)(?![a-z])/

/** Why a readable date is ambiguous; undefined when it is not. */
const ambiguityOf = (text: string): string | undefined => {
  const tidy = tidyDate(text)
  if (MONTH_ALONE.test(tidy)) return 'has no day'
  const zone = AMBIGUOUS_ZONE.exec(tidy)?.groups?.zone
  return zone && `is in the zone ${zone.toUpperCase()}, which several parts of the world have; +05:30 has one meaning`
}

/** Why a date cannot be read. */
const problemOf = (text: string, order: DateOrder | undefined): string => {
  const readable = DATE_ORDERS.filter((each) => order === undefined && parseTime(inOrder(text, each)) !== null)
  if (readable.length > 1) return 'is ambiguous. Set --date-order to say whether the day or the month comes first'
  if (readable.length > 0) return `cannot be read without --date-order ${readable[0]}`
  return 'cannot be read. Use 2027-01-31, 2027-01-31 18:00:00 or seconds since the epoch'
}

/** Milliseconds since the epoch; null when the text is empty or means "never". */
export const timeOf = (text: string, never: readonly string[], what: string, order?: DateOrder): number | null => {
  if (text === '' || never.includes(text.toLowerCase())) return null
  const time = parseTime(text) ?? parseTime(inOrder(text, order))
  const problem = time === null ? problemOf(text, order) : ambiguityOf(text)
  if (time === null || problem !== undefined) throw new Refused(refuse('date', `The ${what} ${shown(text)} ${problem}`))
  return Date.parse(time)
}
