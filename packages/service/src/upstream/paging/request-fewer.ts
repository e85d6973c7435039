// Asks for fewer items where the platform says that a page of them is more than it gives at once.

import { isRefused } from '../contract/refusal.ts'
import type { Batch, Walk } from './walk.ts'

/** From 20 items down to 2: no page costs more calls than that. */
const MOST_HALVINGS = 4

/** What `ask` gives for the limit, or for the largest half of it that the platform gives. Throws what `ask` throws. */
export const requestFewer = async <Given>(limit: number, send: (limit: number) => Promise<Given>): Promise<Given> => {
  for (let size = limit, halvings = 0; ; size = Math.ceil(size / 2), halvings += 1) {
    try {
      return await send(size)
    } catch (error) {
      if (!isRefused(error, 'too_much') || size <= 1 || halvings === MOST_HALVINGS) throw error
    }
  }
}

/** A token, and before it how many items the platform gave at once, where they were fewer than a page has. */
const SIZED = /^(?<size>[1-9]\d{0,3}) (?<token>.*)$/s

/** Batches by tokens of the upstream, with as many of `limit` items as it gives at once: a later batch begins with the number
 * that it gave the one before, so that only the first one is asked for again with fewer. */
export const byTokenOfFewer =
  <Item>(limit: number, read: (token: string | undefined, size: number) => Promise<Batch<Item>>): Walk<Item>['read'] =>
  async (at = '') => {
    const { size: most, token = at } = SIZED.exec(at)?.groups ?? {}
    let size = Math.min(limit, Number(most ?? limit))
    const { items, next } = await requestFewer(size, (fewer) => {
      size = fewer
      return read(token === '' ? undefined : token, fewer)
    })
    const isSized = next !== undefined && (size < limit || SIZED.test(next))
    return { items, next: isSized ? `${size} ${next}` : next }
  }
