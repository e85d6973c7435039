// The position of a walk over a site's posts: a date, and the posts of that second that were returned already. Dates are in the
// site's local time, as WordPress stores, sorts and compares them.

import { Refused } from '../../upstream/contract/refusal.ts'
import type { RestQuery } from './rest-root.ts'

export type Position = {
  /** `2026-03-01T12:00:00`, local. */
  readonly date: string
  /** Ids of the returned posts of that second, or their number when the ids are too many for a URL. */
  readonly given: readonly string[] | number
  /** How many later posts the site returns anyway. In the hour that the site's clocks skip in spring, WordPress shifts `before`
   * by an hour. These posts come first in the response. */
  readonly later: number
}

const DATE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/
const FORM = /^(\S{19})(?: (?:#(\d{1,9})|(\d[\d,]*)))?(?: \+(\d{1,9}))?$/
const MOST_CHARACTERS = 1_000

export const isLocalDate = (value: unknown): value is string => typeof value === 'string' && DATE.test(value)

export const encodePosition = ({ date, given, later }: Position): string => {
  const known = `${date} ${typeof given === 'number' ? `#${given}` : given.join(',')}`.trimEnd()
  return later === 0 ? known : `${known} +${later}`
}

export const decodePosition = (text: string): Position => {
  const [, date = '', count, ids, later] = FORM.exec(text) ?? []
  if (!isLocalDate(date)) throw new Refused('invalid_cursor')
  return { date, given: count === undefined ? (ids?.split(',') ?? []) : Number(count), later: Number(later ?? 0) }
}

/** The position after further posts, given in their order. `later` is the number of posts that were later than the position. */
export const advancePosition = (
  position: Position | undefined,
  posts: readonly { readonly id: number; readonly date?: unknown }[],
  later = 0,
): Position | undefined => {
  const date = posts.map((post) => post.date).findLast(isLocalDate) ?? position?.date
  if (date === undefined) return undefined
  const same = posts.filter((post) => post.date === date).map(({ id }) => String(id))
  // At another date, the count of later posts starts again.
  if (position?.date !== date) return { date, given: withinAddress(same), later: 0 }
  const { given } = position
  const all = typeof given === 'number' ? given + same.length : withinAddress([...given, ...same])
  return { date, given: all, later: position.later + later }
}

const withinAddress = (given: readonly string[]): Position['given'] =>
  given.join(',').length > MOST_CHARACTERS ? given.length : given

/** The query for the posts after a position. `before` is exclusive and compared with the local date, so it is the next second.
 * The returned posts of this second are excluded by id. */
export const positionQuery = (position: Position | undefined): RestQuery => {
  if (position === undefined) return {}
  const { date, given, later } = position
  const offset = later + (typeof given === 'number' ? given : 0)
  return {
    before: shift(date, 1),
    ...(offset > 0 && { offset }),
    ...(typeof given !== 'number' && given.length > 0 && { exclude: given.join(',') }),
  }
}

const shift = (date: string, seconds: number): string =>
  new Date(Date.parse(`${date}Z`) + seconds * 1000).toISOString().slice(0, 19)
