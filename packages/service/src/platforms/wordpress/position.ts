// The position of a walk over a site's posts: a date, and the posts of that second that were returned already. Dates are in the
// site's local time, as WordPress stores, sorts and compares them.

import { Refused } from '../../upstream/contract/refusal.ts'
import type { RestQuery } from './rest-root.ts'

export type Position = {
  /** `2026-03-01T12:00:00`, local. */
  readonly date: string
  /** Ids of the returned posts of that second, or their number when the ids are too many for a URL. */
  readonly returned: readonly string[] | number
  /** How many later posts the site returns anyway. In the hour that the site's clocks skip in spring, WordPress shifts `before`
   * by an hour. These posts come first in the response. */
  readonly later: number
}

const DATE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/
const FORM = /^(\S{19})(?: (?:#(\d{1,9})|(\d[\d,]*)))?(?: \+(\d{1,9}))?$/
const MAX_CHARACTERS = 1_000

export const isLocalDate = (value: unknown): value is string => typeof value === 'string' && DATE.test(value)

export const encodePosition = ({ date, returned, later }: Position): string => {
  const known = `${date} ${typeof returned === 'number' ? `#${returned}` : returned.join(',')}`.trimEnd()
  return later === 0 ? known : `${known} +${later}`
}

export const decodePosition = (text: string): Position => {
  const [, date = '', count, ids, later] = FORM.exec(text) ?? []
  if (!isLocalDate(date)) throw new Refused('invalid_cursor')
  return { date, returned: count === undefined ? (ids?.split(',') ?? []) : Number(count), later: Number(later ?? 0) }
}

/** The position after further posts, in their order. `later` is the number of posts that were later than the position. */
export const advancePosition = (
  position: Position | undefined,
  posts: readonly { readonly id: number; readonly date?: unknown }[],
  later = 0,
): Position | undefined => {
  const date = posts.map((post) => post.date).findLast(isLocalDate) ?? position?.date
  if (date === undefined) return undefined
  const same = posts.filter((post) => post.date === date).map(({ id }) => String(id))
  // At another date, the count of later posts starts again.
  if (position?.date !== date) return { date, returned: limitIds(same), later: 0 }
  const { returned } = position
  const all = typeof returned === 'number' ? returned + same.length : limitIds([...returned, ...same])
  return { date, returned: all, later: position.later + later }
}

const limitIds = (returned: readonly string[]): Position['returned'] =>
  returned.join(',').length > MAX_CHARACTERS ? returned.length : returned

/** The query for the posts after a position. `before` is exclusive and compared with the local date, so it is the next second.
 * The returned posts of this second are excluded by id. */
export const positionQuery = (position: Position | undefined): RestQuery => {
  if (position === undefined) return {}
  const { date, returned, later } = position
  const offset = later + (typeof returned === 'number' ? returned : 0)
  return {
    before: shift(date, 1),
    ...(offset > 0 && { offset }),
    ...(typeof returned !== 'number' && returned.length > 0 && { exclude: returned.join(',') }),
  }
}

const shift = (date: string, seconds: number): string =>
  new Date(Date.parse(`${date}Z`) + seconds * 1000).toISOString().slice(0, 19)
