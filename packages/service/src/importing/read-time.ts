// The dates of a record, which have one meaning or are refused.

import { parseTime } from '../parsing/parse-time.ts'
import { Refused, refuse, shown } from './cells.ts'

export const DATE_ORDERS = ['day-first', 'month-first'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** Days and months in figures. */
const TWO_FIGURES = /^(?<one>\d{1,2})[-/.](?<other>\d{1,2})[-/.](?<year>\d{4})(?<time> .*)?$/

/** A date of which only its writer knows what is the month, as the order says. */
const inOrder = (text: string, order: DateOrder | undefined): string => {
  const { one = '', other = '', year = '', time = '' } = TWO_FIGURES.exec(text)?.groups ?? {}
  if (order === undefined || year === '') return text
  const [day, month] = order === 'day-first' ? [one, other] : [other, one]
  return `${year}-${month}-${day}${time}`
}

/** Milliseconds since the epoch; null where there is none, or what stands for none. */
export const timeOf = (text: string, never: readonly string[], what: string, order?: DateOrder): number | null => {
  if (text === '' || never.includes(text.toLowerCase())) return null
  const time = parseTime(text) ?? parseTime(inOrder(text, order))
  if (time === null)
    throw new Refused(
      refuse(
        'date',
        order === undefined && TWO_FIGURES.test(text)
          ? `The ${what} ${shown(text)} may be two dates: --date-order says whether the day or the month is first`
          : `The ${what} ${shown(text)} cannot be read: 2027-01-31, 2027-01-31 18:00:00 or seconds since the epoch can`,
      ),
    )
  return Date.parse(time)
}
