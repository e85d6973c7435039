// Walks through an upstream's list, whatever it pages by: reads batches, drops items that were returned before, and
// ends a page when it is full. Pages, offsets and shifting tokens count items, so the walk remembers which ones it
// returned.

import { isApiError } from '../../errors.ts'
import { createHtmlLimit, type HtmlLimit } from '../../post/html-limit.ts'
import type { PlatformPost } from '../../post/post.ts'
import { yieldToLoop } from '../../runtime/event-loop/yield-to-loop.ts'
import { isRefused } from '../contract/refusal.ts'
import type { Posts } from '../contract/source.ts'
import {
  BEGINNING,
  decodePosition,
  encodePosition,
  LONGEST_AT,
  type Position,
  shortKey,
  type Trace,
  visit,
  wasVisited,
} from './position.ts'

export type Batch<Item> = {
  /** Newest first. */
  readonly items: readonly Item[]
  /** Where the next batch begins; undefined if this is the last. */
  readonly next: string | undefined
}

export type Walk<Item> = {
  readonly after: string | undefined
  readonly limit: number
  /** Reads the batch that begins at `at`; undefined is the first. Throws Refused (`absent`) when the list has ended. */
  readonly read: (at: string | undefined) => Promise<Batch<Item>>
  /** null: not a post, or one that is not shown. */
  readonly map: (item: Item) => PlatformPost | null
  /** The post's id. */
  readonly keyOf: (item: Item) => string
  /** `publishedAt`, if it is known before mapping. */
  readonly timeOf?: (item: Item) => string | null
  /** Whether an item is older than the position of its batch, if positions have a time. Some upstreams ignore a
   * position and return the newest items again. */
  readonly isBehind?: (item: Item, at: string) => boolean
  /** The texts that mapping parses as markup. */
  readonly textsOf?: (item: Item) => readonly string[]
  /** `post`: `next` points behind a post, so that new posts shift nothing. `count`: it counts items, so that they do. */
  readonly anchor: 'post' | 'count'
  /** Which posts to return; all by default. */
  readonly wants?: (post: PlatformPost) => boolean
  /** Adds data to the items that are about to be returned, and drops those that it leaves out. If it fails, the page is
   * partial. */
  readonly enrich?: (items: readonly Item[]) => Promise<readonly Item[]>
  /** Batches that one page may read; 3 when absent. */
  readonly mostReads?: number
}

const MAX_READS = 3
/** Characters of posts that are mapped before the event loop gets a chance to run. */
const SLICE = 32 * 1024
/** How many items are remembered: for `count`, as many as new posts may shift between two pages. */
const MAX_KEYS = { count: 60, post: 3 } as const

/** Throws Refused, and what `read` throws for the first batch of a page. If a later batch fails, returns what was read. */
export const walk = async <Item>(request: Walk<Item>): Promise<Posts> => {
  const { read, limit, mostReads = MAX_READS } = request
  const keyOf = (item: Item) => shortKey(request.keyOf(item))
  const budget = createHtmlLimit()
  const page: PlatformPost[] = []
  let { at, isUnread, trace, visited } = request.after === undefined ? BEGINNING : decodePosition(request.after)
  let lastKey = isUnread ? trace?.keys.at(-1) : undefined
  let repeats = 0
  let partial = false
  const ended = (next?: Position): Posts => ({
    posts: page,
    next: next && encodePosition(next),
    ...(partial && { partial }),
  })

  for (let reads = 1; ; reads += 1) {
    const batch = await read(at).catch((error: unknown) => {
      if (reads === 1 || !isApiError(error)) throw error
      return isRefused(error, 'absent') && error.evidence === 'own' ? ('end' as const) : ('failed' as const)
    })
    if (batch === 'end') return ended()
    if (batch === 'failed') return ended({ at, isUnread: true, trace, visited })
    const items = behind(batch.items, { ...request, keyOf }, { at, isUnread, trace })
    const step = await take(items, limit - page.length, budget, request)
    page.push(...step.taken)
    partial ||= step.isPartial
    if (step.looked < items.length) {
      const seen = items.slice(0, step.looked)
      return ended({ at, isUnread: step.looked === 0 && isUnread, trace: extend(trace, seen, keyOf, request), visited })
    }
    const { next } = batch
    const batchEnd = batch.items.at(-1)
    const key = batchEnd && keyOf(batchEnd)
    // A site without further pages returns the same one again. Twice in a row is no coincidence.
    repeats = key !== undefined && key === lastKey ? repeats + 1 : 0
    lastKey = key
    visited = visit(visited, at)
    // An upstream that points back to an earlier batch would do so forever.
    if (next === undefined || wasVisited(visited, next) || next.length > LONGEST_AT || repeats === 2) return ended()
    trace = extend(trace, items, keyOf, request)
    at = next
    isUnread = true
    if (page.length === limit || (reads >= mostReads && repeats === 0)) return ended({ at, isUnread, trace, visited })
  }
}

export type Step = {
  readonly taken: readonly PlatformPost[]
  /** The items examined, up to the first one that does not fit. */
  readonly looked: number
  readonly isPartial: boolean
}

export const take = async <Item>(
  items: readonly Item[],
  most: number,
  budget: HtmlLimit,
  { map, keyOf, textsOf = () => [], wants, enrich }: Pick<Walk<Item>, 'map' | 'keyOf' | 'textsOf' | 'wants' | 'enrich'>,
): Promise<Step> => {
  // With a filter, only further items show whether the page is complete.
  const near = wants ? items : items.slice(0, most)
  const enriched = enrich && near.length > 0 ? await enrich(near).catch(asPartial) : undefined
  const isPartial = enrich !== undefined && near.length > 0 && enriched === undefined
  const richer = enriched && new Map(enriched.map((item) => [keyOf(item), item]))
  const taken: PlatformPost[] = []
  let looked = 0
  let unpaused = 0
  for (const plain of near) {
    const item = richer ? richer.get(keyOf(plain)) : plain
    if (item !== undefined) {
      const texts = textsOf(item)
      if (!budget.admit(texts)) break
      unpaused += texts.reduce((sum, text) => sum + text.length, 0)
      if (unpaused > SLICE) {
        await yieldToLoop()
        unpaused = 0
      }
      const post = map(item)
      const isWanted = post !== null && (wants === undefined || wants(post))
      if (isWanted && taken.length === most) break
      if (isWanted) taken.push(post)
    }
    looked += 1
  }
  return { taken, looked, isPartial }
}

/** Returns the page without the extra data, whatever the upstream's reason; bugs of our own are not hidden. */
const asPartial = (error: unknown): undefined => {
  if (!isApiError(error)) throw error
  return undefined
}

type Keys<Item> = Pick<Walk<Item>, 'anchor' | 'timeOf' | 'isBehind'> & { readonly keyOf: (item: Item) => string }

/** The items after those that were returned, even if items appeared, disappeared or moved since. */
const behind = <Item>(
  items: readonly Item[],
  { keyOf, timeOf = () => null, isBehind, anchor }: Keys<Item>,
  { at, isUnread, trace }: Omit<Position, 'visited'>,
): readonly Item[] => {
  if (trace === undefined) return items
  const { keys, top } = trace
  const given = new Set(keys)
  const last = items.findLastIndex((item) => given.has(keyOf(item)))
  if (last !== -1) return items.slice(last + 1)
  if (anchor === 'post' && isUnread) {
    const isOlder = (item: Item) => {
      const time = timeOf(item)
      return time !== null && top !== null && time < top
    }
    return at === undefined || isBehind === undefined
      ? items
      : items.filter((item) => isBehind(item, at) || isOlder(item))
  }
  // No remembered item is in this batch. That is normal for the next batch of a list. If it is the same batch, new
  // posts have pushed the remembered items out of its end, with everything behind them; or they were deleted.
  return items.filter((item) => {
    const time = timeOf(item)
    return time === null || top === null ? isUnread : time <= top
  })
}

const extend = <Item>(
  trace: Trace | undefined,
  items: readonly Item[],
  keyOf: (item: Item) => string,
  { anchor, timeOf = () => null }: Pick<Walk<Item>, 'anchor' | 'timeOf'>,
): Trace | undefined => {
  if (items.length === 0) return trace
  const most = MAX_KEYS[anchor]
  if (trace !== undefined && trace.keys.length + items.length <= most)
    return { keys: [...trace.keys, ...items.map(keyOf)], top: trace.top }
  const last = items.slice(-most)
  const dates = last.flatMap((item) => timeOf(item) ?? []).toSorted()
  return { keys: last.map(keyOf), top: dates.at(-1) ?? null }
}
