// Where a walk over a site's posts stands: at a post's date, with the posts of that same second that were given already.
// Dates are the site's local ones, as WordPress stores, sorts and compares them.

import { Refused } from '../../upstream/contract/refusal.ts'
import type { RestQuery } from './rest-root.ts'

export type Position = {
  /** `2026-03-01T12:00:00`, local. */
  readonly date: string
  /** Ids of the posts of that second, or just their number where they are too many for an address. */
  readonly given: readonly string[] | number
  /** How many posts are later and come all the same: in the hour that the site's clocks leave out in spring, WordPress takes
   * `before` for an hour later. They stand at the head of what is asked for. */
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

/** The position behind further posts, in their order; `later` more were found that are later than the position. */
export const advancePosition = (
  position: Position | undefined,
  posts: readonly { readonly id: number; readonly date?: unknown }[],
  later = 0,
): Position | undefined => {
  const date = posts.map((post) => post.date).findLast(isLocalDate) ?? position?.date
  if (date === undefined) return undefined
  const same = posts.filter((post) => post.date === date).map(({ id }) => String(id))
  // Behind another date it is another hour that comes too much.
  if (position?.date !== date) return { date, given: withinAddress(same), later: 0 }
  const { given } = position
  const all = typeof given === 'number' ? given + same.length : withinAddress([...given, ...same])
  return { date, given: all, later: position.later + later }
}

const withinAddress = (given: readonly string[]): Position['given'] =>
  given.join(',').length > MOST_CHARACTERS ? given.length : given

/**
 * What asks for the posts behind a position. `before` is exclusive and compared with the local date, so that it names the
 * next second; what was given of this one is left out by id.
 */
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
