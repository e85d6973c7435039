// A page of an account's posts with pictures or videos, newest first. The AppView lists the two apart: `posts_with_media`
// knows pictures alone. Each list has cursors of its own, so that both are read side by side and put together.

import { compareText } from '../../parsing/compare-text.ts'
import { jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseJson } from '../../parsing/parse-json.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import type { Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { type Batch, walk } from '../../upstream/paging/walk.ts'
import { earlier, mapFeedItem, postOf, uriOf } from './map-post.ts'
import { readAuthorFeed } from './read-author-feed.ts'

const FILTERS = ['posts_with_media', 'posts_with_video'] as const

/** Batches of a page: now and then one brings only a few posts, where the ends of both lists are close. */
const MOST_READS = 6

/** Where each list goes on: a cursor; null is its beginning, `false` its end. */
type Place = string | null | false
type Part = { readonly at: Place; readonly items: readonly unknown[]; readonly next: Place }

type Request = Pick<PostsRequest<unknown>, 'send' | 'handle' | 'after' | 'limit'>

/** `pinnedUri`: the post that the profile pins. Throws Refused. */
export const readMedia = async (request: Request, pinnedUri: () => Promise<string | null>): Promise<Posts> => {
  const { after, limit } = request
  const [first, pinned] = await Promise.all([
    after === undefined ? readBatch(request, undefined) : undefined,
    pinnedUri(),
  ])
  return walk<unknown>({
    after,
    limit,
    anchor: 'count',
    read: async (at) => (at === undefined && first ? first : readBatch(request, at)),
    keyOf: (item) => uriOf(item) ?? '',
    timeOf,
    map: (item) => mapFeedItem(item, pinned),
    mostReads: MOST_READS,
  })
}

const readBatch = async (request: Request, at: string | undefined): Promise<Batch<unknown>> => {
  const places = at === undefined ? FILTERS.map(() => null) : decode(at)
  const parts = await Promise.all(FILTERS.map((filter, index) => readPart(request, filter, places[index] ?? null)))
  // What one list has behind its batch may be newer than the end of the other's: that waits for the next batch.
  const bound = parts
    .map(({ items, next }) => (next === false ? '' : (timeOf(items.at(-1)) ?? LATEST)))
    .toSorted()
    .at(-1)
  const isDue = (item: unknown) => (timeOf(item) ?? '') >= (bound ?? '')
  const found = new Map(parts.flatMap(({ items }) => items.filter(isDue)).map((item) => [uriOf(item), item]))
  const behind = parts.map(({ at: from, items, next }) => (items.every(isDue) ? next : from))
  return {
    items: [...found.values()].toSorted(newestFirst),
    next: behind.every((place) => place === false) ? undefined : JSON.stringify(behind),
  }
}

/** Later than any time. */
const LATEST = 'Z'

const readPart = async (request: Request, filter: string, at: Place): Promise<Part> => {
  if (at === false) return { at, items: [], next: false }
  const { items, cursor } = await readAuthorFeed(request, { filter, ...(at !== null && { cursor: at }) })
  return { at, items, next: cursor === null || cursor === at ? false : cursor }
}

/** When the AppView sorts it: as its app says, and no later than the network saw it. */
const timeOf = (item: unknown): string | null => {
  const { record, indexedAt } = postOf(item)
  return earlier(jsonObject(record).createdAt, indexedAt)
}

const seenAt = (item: unknown): string => String(postOf(item).indexedAt)

const newestFirst = (one: unknown, other: unknown): number =>
  compareText(timeOf(other) ?? '', timeOf(one) ?? '') || compareText(seenAt(other), seenAt(one))

const decode = (at: string): readonly Place[] => {
  try {
    const places = jsonList(parseJson(at))
    const isPlace = (place: unknown): place is Place => place === null || place === false || typeof place === 'string'
    if (places.length === FILTERS.length && places.every(isPlace)) return places
  } catch {
    // Told below, as any other position that is none.
  }
  throw new Refused('invalid_cursor')
}
