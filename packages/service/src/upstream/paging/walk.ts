// Walks through an upstream's list, whatever it pages by: batches are read, what was given before is dropped again, and a
// page ends where it is full. Pages, offsets and shifting tokens count posts; the walk remembers for them which were given.

import { isApiError } from '../../errors.ts'
import type { PlatformPost } from '../../post/post.ts'
import { createReadingBudget, type ReadingBudget } from '../../post/reading-budget.ts'
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
  /** Where the batch behind this one begins; undefined when this is the last. */
  readonly next: string | undefined
}

export type Walk<Item> = {
  readonly after: string | undefined
  readonly limit: number
  /** The batch that begins there; undefined is the first. Throws Refused (`absent`) when there is none any more. */
  readonly read: (at: string | undefined) => Promise<Batch<Item>>
  /** null: no post, or one that is not shown. */
  readonly map: (item: Item) => PlatformPost | null
  /** The post's id. */
  readonly keyOf: (item: Item) => string
  /** `publishedAt`, where it is known before mapping. */
  readonly timeOf?: (item: Item) => string | null
  /** Whether an item is older than the place of its batch, where places tell: some upstreams pass over the place, so that
   * what was given comes again, and what has come since. */
  readonly isBehind?: (item: Item, at: string) => boolean
  /** What mapping reads as markup. */
  readonly textsOf?: (item: Item) => readonly string[]
  /** `post`: `next` points behind a post, so that arrivals shift nothing. `count`: it counts, and they do. */
  readonly anchor: 'post' | 'count'
  /** Which posts count; all by default. */
  readonly wants?: (post: PlatformPost) => boolean
  /** More of the items that are about to be given; those that it leaves out are gone. Failing makes the page partial. */
  readonly enrich?: (items: readonly Item[]) => Promise<readonly Item[]>
  /** Batches that one page may read; 3 when absent. */
  readonly mostReads?: number
}

const MOST_READS = 3
/** Characters of posts that are mapped in one turn of the event loop. */
const SLICE = 32 * 1024
/** Items that are remembered: as many as arrivals may shift between two pages, or the last ones given. */
const MOST_KEYS = { count: 60, post: 3 } as const

/** Throws Refused, and what `read` throws for the first batch of a page: of further ones, what was read is given. */
export const walk = async <Item>(request: Walk<Item>): Promise<Posts> => {
  const { read, limit, mostReads = MOST_READS } = request
  const keyOf = (item: Item) => shortKey(request.keyOf(item))
  const budget = createReadingBudget()
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
    // A site that knows no further page gives the same one again. Twice in a row is no chance.
    repeats = key !== undefined && key === lastKey ? repeats + 1 : 0
    lastKey = key
    visited = visit(visited, at)
    // An upstream that leads back to where the walk was would lead there for ever.
    if (next === undefined || wasVisited(visited, next) || next.length > LONGEST_AT || repeats === 2) return ended()
    trace = extend(trace, items, keyOf, request)
    at = next
    isUnread = true
    if (page.length === limit || (reads >= mostReads && repeats === 0)) return ended({ at, isUnread, trace, visited })
  }
}

type Step = {
  readonly taken: readonly PlatformPost[]
  /** Up to the first one that does not fit. */
  readonly looked: number
  readonly isPartial: boolean
}

const take = async <Item>(
  items: readonly Item[],
  most: number,
  budget: ReadingBudget,
  { map, keyOf, textsOf = () => [], wants, enrich }: Walk<Item>,
): Promise<Step> => {
  // Whether anything wanted is left is only told by looking further.
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

/** What cannot be had is left out, whatever the reason that the upstream has; faults of our own are not hidden. */
const asPartial = (error: unknown): undefined => {
  if (!isApiError(error)) throw error
  return undefined
}

type Keys<Item> = Pick<Walk<Item>, 'anchor' | 'timeOf' | 'isBehind'> & { readonly keyOf: (item: Item) => string }

/** The items of a batch behind those that were given: whatever came, went or moved since. */
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
  // None of them is here. In the next batch of a list that is as it should be. In the same one they have all gone out
  // at its end, and what was behind them with them, except where they were taken back.
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
  const most = MOST_KEYS[anchor]
  if (trace !== undefined && trace.keys.length + items.length <= most)
    return { keys: [...trace.keys, ...items.map(keyOf)], top: trace.top }
  const last = items.slice(-most)
  const dates = last.flatMap((item) => timeOf(item) ?? []).toSorted()
  return { keys: last.map(keyOf), top: dates.at(-1) ?? null }
}
