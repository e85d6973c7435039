// The id of each item of a feed: its own, else its address, else a hash of its title and date.

import { createHash } from 'node:crypto'
import type { FeedItem } from './feed.ts'
import { sourceOf } from './feed-text.ts'

/**
 * Items with their ids, each id once. An id that an earlier item has means the same post again where the address is the
 * same too (dropped), and a careless feed where it is not (the address takes its place). An item that is nothing is dropped.
 */
export const identifyItems = (items: readonly FeedItem[]): ReadonlyMap<string, FeedItem> => {
  const taken = new Map<string, FeedItem>()
  const free = (id: string | undefined) => (id === undefined || taken.has(id) ? undefined : id)
  for (const item of items) {
    const own = item.id?.trim() || item.url
    const namesake = own === undefined ? undefined : taken.get(own)
    if (namesake !== undefined && namesake.url === item.url) continue
    // The address of an item costs more than its id, and most have both.
    const id = free(own) ?? free(item.url) ?? free(hashOf(item))
    if (id !== undefined) taken.set(id, item)
  }
  return taken
}

/** Of the text as it came: a feed may hold thousands of items, of which twenty are read. */
const hashOf = (item: FeedItem): string | undefined => {
  const { title, content } = item.read()
  const named = [title, content].map((text) => (text === undefined ? '' : sourceOf(text).trim())).find(Boolean)
  if (named === undefined) return undefined
  return createHash('sha256')
    .update(JSON.stringify([named, item.publishedAt ?? null]))
    .digest('base64url')
}
