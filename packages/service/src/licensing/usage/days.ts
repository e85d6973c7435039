// Parses and formats days and months in UTC.

import type { Span } from '../../storage/store.ts'
import { OperatorError } from '../licenses/operator-error.ts'
import { type Month, monthAt, startOfDay } from './quota.ts'

const DAY_MS = 86_400_000

/** The longest span of one request. */
export const MAX_DAYS = 1_000

/** Such as `2027-01-31`. */
export const writeDay = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** Such as `2027-01`. */
export const writeMonth = (time: number): string => new Date(time).toISOString().slice(0, 7)

const readDay = (text: string, field: string): number => {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  // Date.parse accepts February 30 as a day in March.
  if (!Number.isNaN(time) && writeDay(time) === text) return time
  throw new OperatorError('invalid', 'must be a day such as 2027-01-31', field)
}

/** The days from `from` to `to`, both included; by default the current month up to `now`. Throws OperatorError. */
export const readDays = (from: string | undefined, to: string | undefined, now: number): Span => {
  const last = to === undefined ? startOfDay(now) : readDay(to, 'to')
  const first = from === undefined ? monthAt(last).startsAt : readDay(from, 'from')
  if (first > last) throw new OperatorError('invalid', 'must not be before `from`', 'to')
  if (last - first >= MAX_DAYS * DAY_MS)
    throw new OperatorError('invalid', `must be at most ${MAX_DAYS} days after \`from\``, 'to')
  return { from: first, before: last + DAY_MS }
}

/** Parses a month; by default the month of `now`. Throws OperatorError. */
export const readMonth = (text: string | undefined, now: number): Month => {
  if (text === undefined) return monthAt(now)
  const month = /^\d{4}-\d{2}$/.test(text) ? monthAt(Date.parse(`${text}-01T00:00:00Z`)) : undefined
  if (month && !Number.isNaN(month.startsAt)) return month
  throw new OperatorError('invalid', 'must be a month such as 2027-01', 'month')
}
