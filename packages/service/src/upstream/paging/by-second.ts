// Finds the next batch of a list by time where a position is a second, and several items may have the same one. The next
// batch begins with the last second again, and is longer by the items of that second, which the walk drops.

import { Refused } from '../contract/refusal.ts'
import type { Walk } from './walk.ts'

export type BySecond<Item> = {
  /** Items of a page. */
  readonly limit: number
  /** The most items that the upstream returns at once. */
  readonly largest: number
  /** Reads `most` items, newest first, of this second and before; undefined is the first batch. */
  readonly read: (until: number | undefined, most: number) => Promise<readonly Item[]>
  /** Seconds since the epoch; undefined when the item has no time. */
  readonly secondOf: (item: Item) => number | undefined
  /** Which items belong to the list, if the upstream may return others. */
  readonly isListed?: (item: Item) => boolean
}

/** The second, and how many items of the last batch have it. */
const POSITION = /^(?<second>\d{1,11})\.(?<same>\d{1,4})$/

export const bySecond =
  <Item>({ limit, largest, read, secondOf, isListed = () => true }: BySecond<Item>): Walk<Item>['read'] =>
  async (at) => {
    const { second, same = '0' } = POSITION.exec(at ?? '')?.groups ?? {}
    if (at !== undefined && second === undefined) throw new Refused('invalid_cursor')
    const most = Math.min(limit + Number(same), largest)
    const all = await read(second === undefined ? undefined : Number(second), most)
    const last = all.at(-1)
    const until = last && secondOf(last)
    const items = all.filter(isListed)
    if (until === undefined || all.length < most) return { items, next: undefined }
    return { items, next: `${until}.${all.filter((item) => secondOf(item) === until).length}` }
  }
