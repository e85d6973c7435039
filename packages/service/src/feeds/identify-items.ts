// Chooses the id of each item of a feed: its own id, else its URL, else a hash of the fields that distinguish it.

import { createHash } from 'node:crypto'
import type { FeedItem } from './feed.ts'
import { sourceOf } from './feed-text.ts'

/**
 * Items by their ids, each id once. An id or a URL that different items share identifies none of them: the next published item
 * would take it over. An exact repeat is dropped, and so is an empty item.
 */
export const identifyItems = (items: readonly FeedItem[]): ReadonlyMap<string, FeedItem> => {
  const groups = Map.groupBy(items, nameOf)
  const shared = new Map<FeedItem, string | undefined>()
  for (const [name, group] of groups)
    if (name !== undefined && group.length > 1)
      for (const [item, id] of distinguish(name, group, isOfAll(group, items))) shared.set(item, id)

  const taken = new Map<string, FeedItem>()
  const free = (id: string | undefined) => (id === undefined || taken.has(id) ? undefined : id)
  for (const item of items) {
    const name = nameOf(item)
    const isShared = name !== undefined && groups.get(name)?.length !== 1
    // Reading an item's URL costs more than its id, and most items have both.
    const id = isShared ? free(shared.get(item)) : (free(name) ?? free(item.url) ?? free(hashOf(item)))
    if (id !== undefined) taken.set(id, item)
  }
  return taken
}

const nameOf = (item: FeedItem): string | undefined => item.id?.trim() || item.url

/** An id that all items share probably identifies the feed. */
const isOfAll = (group: readonly FeedItem[], items: readonly FeedItem[]): boolean =>
  group.length === items.length && group.length > 2

/** The different items with one name, with their ids. */
const distinguish = (name: string, group: readonly FeedItem[], isNoId: boolean): ReadonlyMap<FeedItem, string> => {
  const different = withoutRepeats(group, isNoId)
  const [first, second] = different
  if (first !== undefined && second === undefined) return new Map([[first, name]])
  const byUrl = Map.groupBy(different, ({ url }) => url)
  const ids = new Map<FeedItem, string>()
  for (const [url, namesakes] of byUrl) {
    const [only] = namesakes
    if (only !== undefined && namesakes.length === 1) ids.set(only, url ?? name)
    else for (const [item, fields] of distinctFields(namesakes)) ids.set(item, digest([url ?? name, ...fields]))
  }
  return ids
}

/**
 * An item with the id and the URL of another one is a new version of the same post, unless both title and date differ. When the id
 * is unreliable, any difference makes another post.
 */
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

type Fields = readonly (string | null)[]

/** From the fields that edits change least to those that they change most. */
const FIELD_SETS: readonly ((item: FeedItem) => Fields | undefined)[] = [
  ({ publishedAt }) => (publishedAt === undefined ? undefined : [publishedAt]),
  (item) => [item.publishedAt ?? null, textsOf(item).title],
  (item) => [item.publishedAt ?? null, textsOf(item).title, textsOf(item).content],
]

/** The fewest fields that distinguish each item from the others. */
const distinctFields = (items: readonly FeedItem[]): ReadonlyMap<FeedItem, Fields> => {
  const fields = new Map<FeedItem, Fields>()
  let left = items
  for (const fieldsOf of FIELD_SETS) {
    const alike = Map.groupBy(left, (item) => JSON.stringify(fieldsOf(item) ?? null))
    left = [...alike.values()].flatMap((namesakes) => {
      const [only] = namesakes
      const parts = only && namesakes.length === 1 ? fieldsOf(only) : undefined
      if (only === undefined || parts === undefined) return namesakes
      fields.set(only, parts)
      return []
    })
  }
  return fields
}

/** The unparsed texts: a feed may have thousands of items, of which a page needs twenty. */
const textsOf = (item: FeedItem): { readonly title: string; readonly content: string } => {
  const { title, content } = item.read()
  return { title: title ? sourceOf(title).trim() : '', content: content ? sourceOf(content).trim() : '' }
}

const hashOf = (item: FeedItem): string | undefined => {
  const { title, content } = textsOf(item)
  const named = title || content
  return named === '' ? undefined : digest([named, item.publishedAt ?? null])
}

const digest = (parts: Fields): string => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
