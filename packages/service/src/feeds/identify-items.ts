// Assigns an id to each item of a feed: its own, else its URL, else a hash of what distinguishes it.

import { createHash } from 'node:crypto'
import type { FeedItem } from './feed.ts'
import { sourceOf } from './feed-text.ts'

/** Items by id, without duplicates. An id or a URL that different items share identifies none of them, not even the
 * first: the next published item would take it over. Exact duplicates and empty items are dropped. */
export const identifyItems = (items: readonly FeedItem[]): ReadonlyMap<string, FeedItem> => {
  const groups = Map.groupBy(items, nameOf)
  const shared = new Map<FeedItem, string | undefined>()
  for (const [name, group] of groups)
    if (name !== undefined && group.length > 1)
      for (const [item, id] of tellApart(name, group, isOfAll(group, items))) shared.set(item, id)

  const taken = new Map<string, FeedItem>()
  const free = (id: string | undefined) => (id === undefined || taken.has(id) ? undefined : id)
  for (const item of items) {
    const name = nameOf(item)
    const isShared = name !== undefined && groups.get(name)?.length !== 1
    // Reading an item's URL costs more than its id, and most have both.
    const id = isShared ? free(shared.get(item)) : (free(name) ?? free(item.url) ?? free(hashOf(item)))
    if (id !== undefined) taken.set(id, item)
  }
  return taken
}

const nameOf = (item: FeedItem): string | undefined => item.id?.trim() || item.url

/** An id that all items have identifies the feed, if anything. */
const isOfAll = (group: readonly FeedItem[], items: readonly FeedItem[]): boolean =>
  group.length === items.length && group.length > 2

/** The different items of one name, with their ids. */
const tellApart = (name: string, group: readonly FeedItem[], isNoId: boolean): ReadonlyMap<FeedItem, string> => {
  const different = withoutRepeats(group, isNoId)
  const [first, second] = different
  if (first !== undefined && second === undefined) return new Map([[first, name]])
  const byUrl = Map.groupBy(different, ({ url }) => url)
  const ids = new Map<FeedItem, string>()
  for (const [url, namesakes] of byUrl) {
    const [only] = namesakes
    if (only !== undefined && namesakes.length === 1) ids.set(only, url ?? name)
    else for (const [item, reported] of reportedBy(namesakes)) ids.set(item, digest([url ?? name, ...reported]))
  }
  return ids
}

/** An item with the id and the URL of another is an edit of the same post, unless both its title and its date differ.
 * If the id identifies nothing, any difference makes it another post. */
const withoutRepeats = (group: readonly FeedItem[], isNoId: boolean): readonly FeedItem[] => {
  const seen = new Set<string>()
  return group.filter((item) => {
    const { url, publishedAt } = item
    const { title, content } = textsOf(item)
    const marks =
      item.id === undefined || isNoId
        ? [[url, publishedAt, title, content]]
        : [
            [url, 'title', title],
            [url, 'date', publishedAt],
          ]
    const keys = marks.map((mark) => JSON.stringify(mark.map((part) => part ?? null)))
    const isRepeat = keys.some((key) => seen.has(key))
    for (const key of keys) seen.add(key)
    return !isRepeat
  })
}

type Reported = readonly (string | null)[]

/** From the least to the most likely to change in an edit. */
const TELLERS: readonly ((item: FeedItem) => Reported | undefined)[] = [
  ({ publishedAt }) => (publishedAt === undefined ? undefined : [publishedAt]),
  (item) => [item.publishedAt ?? null, textsOf(item).title],
  (item) => [item.publishedAt ?? null, textsOf(item).title, textsOf(item).content],
]

/** For each item, the least that distinguishes it from the others. */
const reportedBy = (items: readonly FeedItem[]): ReadonlyMap<FeedItem, Reported> => {
  const reported = new Map<FeedItem, Reported>()
  let left = items
  for (const partsOf of TELLERS) {
    const alike = Map.groupBy(left, (item) => JSON.stringify(partsOf(item) ?? null))
    left = [...alike.values()].flatMap((namesakes) => {
      const [only] = namesakes
      const parts = only && namesakes.length === 1 ? partsOf(only) : undefined
      if (only === undefined || parts === undefined) return namesakes
      reported.set(only, parts)
      return []
    })
  }
  return reported
}

/** As received: a feed may have thousands of items, of which twenty are read. */
const textsOf = (item: FeedItem): { readonly title: string; readonly content: string } => {
  const { title, content } = item.read()
  return { title: title ? sourceOf(title).trim() : '', content: content ? sourceOf(content).trim() : '' }
}

const hashOf = (item: FeedItem): string | undefined => {
  const { title, content } = textsOf(item)
  const named = title || content
  return named === '' ? undefined : digest([named, item.publishedAt ?? null])
}

const digest = (parts: Reported): string => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
