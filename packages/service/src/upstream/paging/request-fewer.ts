// Requests fewer items when the platform says that a page is too large.

import { isRefused } from '../contract/refusal.ts'
import type { Batch, Walk } from './walk.ts'

/** From 20 items down to 2: a page costs at most this many more calls. */
const MAX_HALVINGS = 4

/** What `send` returns for the limit, or for the first half of it that the platform accepts. Throws what `send` throws. */
export const requestFewer = async <Given>(limit: number, send: (limit: number) => Promise<Given>): Promise<Given> => {
  for (let size = limit, halvings = 0; ; size = Math.ceil(size / 2), halvings += 1) {
    try {
      return await send(size)
    } catch (error) {
      if (!isRefused(error, 'too_much') || size <= 1 || halvings === MAX_HALVINGS) throw error
    }
  }
}

/** A token, preceded by the number of items that the platform accepted, if it was less than a page. */
const SIZED = /^(?<size>[1-9]\d{0,3}) (?<token>.*)$/s

/** Batches by tokens of the upstream, each with as many of `limit` items as the platform returns at once. A later batch
 * starts with the number that the previous one got, so that only the first one is requested again with fewer. */
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
