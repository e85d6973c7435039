// Walks through a list that is not sorted by time: in its owner's order, or ranked, where posts change places between
// two pages. So nothing follows from where a post stands; the walk remembers which posts it returned, and drops them.

import { hash } from 'node:crypto'
import { isApiError } from '../../errors.ts'
import { parseJson } from '../../parsing/parse-json.ts'
import { createHtmlLimit } from '../../post/html-limit.ts'
import type { PlatformPost } from '../../post/post.ts'
import { isRefused, Refused } from '../contract/refusal.ts'
import type { Posts } from '../contract/source.ts'
import { LONGEST_AT } from './position.ts'
import { take, type Walk } from './walk.ts'

export type UnsortedWalk<Item> = Omit<Walk<Item>, 'anchor' | 'timeOf' | 'isBehind'> & {
  /** Pages of a walk; without end when absent. For lists that go on for as long as somebody pages. */
  readonly mostPages?: number
}

/** Pages of a feed, of a search, of anything ranked: the posts of later pages have little to do with it. */
export const RANKED_PAGES = 25

type Position = {
  /** The batch to read; undefined for the first. */
  readonly at: string | undefined
  readonly pages: number
  /** The keys of the posts that were returned, the last ones at the end. */
  readonly given: string
}

const BEGINNING: Position = { at: undefined, pages: 0, given: '' }
const MAX_READS = 3
/** Batches in a row without a new post: the list repeats itself. */
const MAX_IDLE = 3
const KEY = 4
/** A position has 2,000 characters, among them its source. */
const MOST_CHARACTERS = 1_900
/** Quotation marks, commas and the number of pages. */
const FRAME = 40

/** Of some hundred posts, two rarely have the same. */
const shortKey = (id: string): string => hash('sha256', id, 'base64url').slice(0, KEY)

/** Throws Refused, and what `read` throws for the first batch of a page. If a later batch fails, returns what was read. */
export const walkUnsorted = async <Item>(request: UnsortedWalk<Item>): Promise<Posts> => {
  const { read, limit, mostReads = MAX_READS, mostPages = Number.POSITIVE_INFINITY } = request
  const start = request.after === undefined ? BEGINNING : decode(request.after)
  const given = new Set(keysIn(start.given))
  const budget = createHtmlLimit()
  const posts: PlatformPost[] = []
  let at = start.at
  let idle = 0
  let partial = false
  const ended = (next?: string | undefined, isEnd = next === undefined): Posts => {
    const pages = start.pages + 1
    const position = isEnd || pages >= mostPages ? undefined : encode({ at: next, pages, given: [...given].join('') })
    return { posts, next: position, ...(partial && { partial }) }
  }

  for (let reads = 1; ; reads += 1) {
    const batch = await read(at).catch((error: unknown) => {
      if (reads === 1 || !isApiError(error)) throw error
      return isRefused(error, 'absent') && error.evidence === 'own' ? ('end' as const) : ('failed' as const)
    })
    if (batch === 'end') return ended()
    if (batch === 'failed') return ended(at, false)
    const keys = new Map<string, Item>()
    for (const item of batch.items) {
      const key = shortKey(request.keyOf(item))
      if (!given.has(key) && !keys.has(key)) keys.set(key, item)
    }
    const fresh = [...keys.values()]
    const step = await take(fresh, limit - posts.length, budget, request)
    posts.push(...step.taken)
    partial ||= step.isPartial
    for (const key of [...keys.keys()].slice(0, step.looked)) given.add(key)
    if (step.looked < fresh.length) return ended(at, false)
    const { next } = batch
    idle = fresh.length === 0 ? idle + 1 : 0
    // Some upstreams return the same position for every batch: that alone does not mean the end.
    const isRepeating = idle === MAX_IDLE || (idle > 0 && next === at)
    if (next === undefined || next.length > LONGEST_AT || isRepeating) return ended()
    at = next
    if (posts.length === limit || reads >= mostReads) return ended(at)
  }
}

const keysIn = (given: string): readonly string[] => given.match(new RegExp(`.{${KEY}}`, 'g')) ?? []

const encode = ({ at, pages, given }: Position): string => {
  const room = MOST_CHARACTERS - FRAME - JSON.stringify(at ?? null).length
  return JSON.stringify([at ?? null, pages, given.slice(-(room - (room % KEY)))])
}

/** Throws Refused (`invalid_cursor`). */
const decode = (text: string): Position => {
  try {
    const value = parseJson(text)
    const [at, pages, given] = Array.isArray(value) ? value : []
    const isPlace = at === null || typeof at === 'string'
    if (isPlace && Number.isInteger(pages) && typeof given === 'string') return { at: at ?? undefined, pages, given }
  } catch {
    // Falls through to `invalid_cursor`.
  }
  throw new Refused('invalid_cursor')
}
