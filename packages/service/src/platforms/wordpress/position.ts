// Where a walk over a site's posts stands: at a post's date, with the posts of that same second that were given already.
// Dates are the site's local ones, as WordPress stores, sorts and compares them.

import { Refused } from '../contract/refusal.ts'
import type { RestQuery } from './rest-root.ts'

export type Position = {
  /** `2026-03-01T12:00:00`, local. */
  readonly date: string
  /** Ids of the posts of that second, or just their number where they are too many for an address. */
  readonly given: readonly string[] | number
}

const DATE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/
const FORM = /^(\S{19})(?: (?:#(\d{1,9})|(\d[\d,]*)))?$/
const MOST_CHARACTERS = 1_000

export const isLocalDate = (value: unknown): value is string => typeof value === 'string' && DATE.test(value)

export const encodePosition = ({ date, given }: Position): string =>
  `${date} ${typeof given === 'number' ? `#${given}` : given.join(',')}`.trimEnd()

export const decodePosition = (text: string): Position => {
  const [, date = '', count, ids] = FORM.exec(text) ?? []
  if (!isLocalDate(date)) throw new Refused('invalid_cursor')
  return { date, given: count === undefined ? (ids?.split(',') ?? []) : Number(count) }
}

/** The position behind further posts, in their order. */
export const advancePosition = (
  position: Position | undefined,
  posts: readonly { readonly id: number; readonly date?: unknown }[],
): Position | undefined => {
  const date = posts.map((post) => post.date).findLast(isLocalDate)
  if (date === undefined) return position
  const same = posts.filter((post) => post.date === date).map(({ id }) => String(id))
  const before = position?.date === date ? position.given : []
  if (typeof before === 'number') return { date, given: before + same.length }
  const given = [...before, ...same]
  return { date, given: given.join(',').length > MOST_CHARACTERS ? given.length : given }
}

/**
 * What asks for the posts behind a position. `before` is exclusive and compared with the local date, so that it names the
 * next second; what was given of this one is left out by id.
 */
export const positionQuery = (position: Position | undefined): RestQuery => {
  if (position === undefined) return {}
  const { date, given } = position
  const before = shift(date, 1)
  if (typeof given === 'number') return { before, offset: given }
  return given.length === 0 ? { before } : { before, exclude: given.join(',') }
}

/** An hour on, and no post of that: out of the hour that the site's clocks leave out in spring, where `before` means later. */
export const skipHour = ({ date }: Position): Position => ({ date: shift(date, -3600), given: [] })

const shift = (date: string, seconds: number): string =>
  new Date(Date.parse(`${date}Z`) + seconds * 1000).toISOString().slice(0, 19)
