// Finds where the next batch begins, for each style of paging. Each function makes the `read` of a walk.

import { Refused } from '../contract/refusal.ts'
import type { Batch, Walk } from './walk.ts'

const COUNT = /^\d{1,9}$/

const countOf = (at: string | undefined, first: number): number => {
  if (at === undefined) return first
  if (!COUNT.test(at)) throw new Refused('invalid_cursor')
  return Number(at)
}

/** Pages from 1; one with fewer than `full` items is the last. */
export const byPage =
  <Item>(read: (page: number) => Promise<readonly Item[]>, full: number): Walk<Item>['read'] =>
  async (at) => {
    const page = countOf(at, 1)
    const items = await read(page)
    return { items, next: items.length < full ? undefined : String(page + 1) }
  }

/** Offsets from 0; a batch with fewer than `full` items is the last. */
export const byOffset =
  <Item>(read: (offset: number) => Promise<readonly Item[]>, full: number): Walk<Item>['read'] =>
  async (at) => {
    const offset = countOf(at, 0)
    const items = await read(offset)
    return { items, next: items.length < full ? undefined : String(offset + items.length) }
  }

/** Tokens that the upstream returns. */
export const byToken =
  <Item>(read: (token: string | undefined) => Promise<Batch<Item>>): Walk<Item>['read'] =>
  (at) =>
    read(at)

/** The next batch begins after the id or time of the last item; an empty batch is the last. */
export const byLast =
  <Item>(
    read: (last: string | undefined) => Promise<readonly Item[]>,
    lastOf: (item: Item) => string | undefined,
    isLast: (items: readonly Item[]) => boolean = (items) => items.length === 0,
  ): Walk<Item>['read'] =>
  async (at) => {
    const items = await read(at)
    const last = items.at(-1)
    return { items, next: last === undefined || isLast(items) ? undefined : lastOf(last) }
  }
