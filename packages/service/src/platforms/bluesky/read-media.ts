// Reads a page of an account's posts with images or videos, newest first. The AppView has a list for each:
// `posts_with_media` contains only images. Each list has its own cursors, so both are read in parallel and merged.

import { compareText } from '../../parsing/compare-text.ts'
import { jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseJson } from '../../parsing/parse-json.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import type { Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { type Batch, walk } from '../../upstream/paging/walk.ts'
import { earlier, mapFeedItem, postOf, uriOf } from './map-post.ts'
import { readAuthorFeed } from './read-author-feed.ts'

const FILTERS = ['posts_with_media', 'posts_with_video'] as const

/** Batches per page. A batch can bring only a few posts when the lists end at different times. */
const MAX_READS = 6

/** The cursor of a list; null at its start, `false` at its end. */
type Place = string | null | false
type Part = { readonly at: Place; readonly items: readonly unknown[]; readonly next: Place }

type Request = Pick<PostsRequest<unknown>, 'send' | 'handle' | 'after' | 'limit'>

/** What the posts need from their account: the profile's pinned post, and `owner` as in `isPublicPost`. */
export type MediaAccount = { readonly pinnedUri: string | null; readonly owner?: string }

/** Throws Refused. */
export const readMedia = async (request: Request, account: () => Promise<MediaAccount>): Promise<Posts> => {
  const { after, limit } = request
  const [first, { pinnedUri, owner }] = await Promise.all([
    after === undefined ? readBatch(request, undefined) : undefined,
    account(),
  ])
  return walk<unknown>({
    after,
    limit,
    anchor: 'count',
    read: async (at) => (at === undefined && first ? first : readBatch(request, at)),
    keyOf: (item) => uriOf(item) ?? '',
    timeOf,
    map: (item) => mapFeedItem(item, pinnedUri, owner),
    mostReads: MAX_READS,
  })
}

const readBatch = async (request: Request, at: string | undefined): Promise<Batch<unknown>> => {
  const places = at === undefined ? FILTERS.map(() => null) : decode(at)
  const parts = await Promise.all(FILTERS.map((filter, index) => readPart(request, filter, places[index] ?? null)))
  // The next batch of one list may contain posts that are newer than the last items of the other list. Those items wait
  // for the next batch.
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

/** The AppView sorts by this time: `createdAt`, but no later than `indexedAt`. */
const timeOf = (item: unknown): string | null => {
  const { record, indexedAt } = postOf(item)
  return earlier(jsonObject(record).createdAt, indexedAt)
}

const indexedAt = (item: unknown): string => String(postOf(item).indexedAt)

const newestFirst = (one: unknown, other: unknown): number =>
  compareText(timeOf(other) ?? '', timeOf(one) ?? '') || compareText(indexedAt(other), indexedAt(one))

const decode = (at: string): readonly Place[] => {
  try {
    const places = jsonList(parseJson(at))
    const isPlace = (place: unknown): place is Place => place === null || place === false || typeof place === 'string'
    if (places.length === FILTERS.length && places.every(isPlace)) return places
  } catch {
    // Falls through to `invalid_cursor`.
  }
  throw new Refused('invalid_cursor')
}
