// Pages of a feed. A feed is one document (or a chain of them): a page is a slice of it behind the posts given last, found by
// their ids, and by their dates once all of them have gone. Never maps a post that the page does not hold or look at.

import { hash } from 'node:crypto'
import { ApiError, isApiError } from '../../errors.ts'
import { parseJson } from '../../parsing/parse-json.ts'
import type { PlatformPost, Profile } from '../../post/post.ts'
import { createReadingBudget, type ReadingBudget } from '../../post/reading-budget.ts'
import type { PlatformPage } from '../platform.ts'

/** A post of a document, before it is mapped. */
export type FeedPost = Pick<PlatformPost, 'id' | 'publishedAt'> & {
  /** What is read when it is mapped. */
  readonly texts: readonly string[]
  readonly map: () => PlatformPost
}

/** A document of the chain. */
export type FeedDocument = {
  readonly profile: Profile
  readonly posts: readonly FeedPost[]
  /** The document with the posts before these. */
  readonly nextUrl: string | undefined
}

export type FeedPageRequest = {
  /** The document that the chain begins with; its profile is every page's. */
  readonly first: FeedDocument
  /** Reads a further document; undefined when there is none any more, which ends the list. */
  readonly read: (url: string) => Promise<FeedDocument | undefined>
  readonly after: string | undefined
  readonly limit: number
  /** Which posts count; all by default. */
  readonly wants?: (post: PlatformPost) => boolean
}

/** What was given last, by which a page finds where to begin. */
type Trace = {
  /** Of the posts given last, newest first. */
  readonly keys: readonly string[]
  /** The date of the newest of them; what is newer was given before, or has come since. */
  readonly top: string | null
}

type Position = {
  /** The document to read; undefined is the first. */
  readonly url: string | undefined
  /** Whether nothing of that document was given yet. */
  readonly isUnread: boolean
  readonly trace: Trace | undefined
}

/** Documents that one page may read. */
const MOST_READS = 3
const MOST_KEYS = 60
const LONGEST_URL = 600

/**
 * One page. Throws what reading its first document throws. A further one that fails costs nothing of what was read: the page
 * is short, and the next one begins with that document.
 */
export const pageFeed = async (request: FeedPageRequest): Promise<PlatformPage> => {
  const { first, read, limit, wants } = request
  const budget = createReadingBudget()
  const page: PlatformPost[] = []
  let { url, isUnread, trace } = request.after === undefined ? BEGINNING : decode(request.after)
  // A document with nothing new in it may be one that as many posts have come before since; the second in a row is the same
  // one again, from a site that does not know the address's number.
  let wasBarren = false
  let document = url === undefined ? first : await read(url)
  for (let reads = 1; document !== undefined; reads += 1) {
    const posts = behind(document.posts, trace, isUnread)
    const { taken, looked } = take(posts, limit - page.length, budget, wants)
    page.push(...taken)
    if (looked < posts.length) {
      const position = { url, isUnread: looked === 0 && isUnread, trace: extend(trace, posts.slice(0, looked)) }
      return { profile: first.profile, posts: page, next: encode(position) }
    }
    const { nextUrl } = document
    const isBarren = isUnread && posts.length === 0
    if (nextUrl === undefined || nextUrl.length > LONGEST_URL || nextUrl === url || (isBarren && wasBarren)) break
    wasBarren = isBarren
    trace = extend(trace, posts)
    url = nextUrl
    isUnread = true
    const short = { profile: first.profile, posts: page, next: encode({ url, isUnread, trace }) }
    if (page.length === limit || reads === MOST_READS) return short
    try {
      document = await read(url)
    } catch (error) {
      if (isApiError(error)) return short
      throw error
    }
  }
  return { profile: first.profile, posts: page, next: undefined }
}

const BEGINNING: Position = { url: undefined, isUnread: true, trace: undefined }

/** The first posts that are wanted, and how many were looked at for them: up to the first one that does not fit. */
const take = (posts: readonly FeedPost[], most: number, budget: ReadingBudget, wants: FeedPageRequest['wants']) => {
  const taken: PlatformPost[] = []
  let looked = 0
  for (const post of posts) {
    // Whether anything wanted is left is only told by looking further.
    if ((taken.length === most && !wants) || !budget.admit(post.texts)) break
    const mapped = post.map()
    const isWanted = wants === undefined || wants(mapped)
    if (isWanted && taken.length === most) break
    if (isWanted) taken.push(mapped)
    looked += 1
  }
  return { taken, looked }
}

const keyOf = ({ id }: FeedPost): string => hash('sha256', id, 'base64url').slice(0, 10)

/** The posts of a document behind those that were given: whatever came, went or moved since. */
const behind = (posts: readonly FeedPost[], trace: Trace | undefined, isUnread: boolean): readonly FeedPost[] => {
  if (trace === undefined) return posts
  const { keys, top } = trace
  const given = new Set(keys)
  const last = posts.findLastIndex((post) => given.has(keyOf(post)))
  if (last !== -1) return posts.slice(last + 1)
  // None of them is here. In the next document of a chain that is as it should be. In the same one they have all gone out
  // at its end, and what was behind them with them, except where they were taken back.
  return posts.filter(({ publishedAt }) => {
    if (publishedAt === null || top === null) return isUnread
    return publishedAt <= top
  })
}

const extend = (trace: Trace | undefined, posts: readonly FeedPost[]): Trace | undefined => {
  if (posts.length === 0) return trace
  const keys = posts.map(keyOf)
  const isKept = trace !== undefined && trace.keys.length + keys.length <= MOST_KEYS
  if (isKept) return { keys: [...trace.keys, ...keys], top: trace.top }
  const recent = posts.slice(-MOST_KEYS)
  const dates = recent.flatMap(({ publishedAt }) => publishedAt ?? []).toSorted()
  return { keys: keys.slice(-MOST_KEYS), top: dates.at(-1) ?? null }
}

const encode = ({ url, isUnread, trace }: Position): string =>
  JSON.stringify([url ?? null, isUnread ? 'unread' : null, trace?.top ?? null, ...(trace?.keys ?? [])])

const decode = (after: string): Position => {
  const parts = readJson(after)
  const isPosition =
    Array.isArray(parts) && parts.length >= 3 && parts.every((part) => part === null || typeof part === 'string')
  if (!isPosition) throw new ApiError('invalid_cursor')
  const [url, unread, top, ...keys] = parts
  return { url: url ?? undefined, isUnread: unread !== null, trace: keys.length === 0 ? undefined : { keys, top } }
}

const readJson = (text: string): unknown => {
  try {
    return parseJson(text)
  } catch (cause) {
    throw new ApiError('invalid_cursor', { cause })
  }
}
