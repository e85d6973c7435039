// Pages of a feed. A feed is one document (or a chain of them): a page is a slice of it behind a post, found by its id, and
// by its date once the id has fallen out of the feed.

import { createHash } from 'node:crypto'
import { ApiError } from '../../errors.ts'
import { parseJson } from '../../normalization/parse-json.ts'
import type { PlatformPage } from '../platform.ts'
import type { PlatformPost, Profile } from '../post.ts'

/** A document of the chain, mapped. */
export type FeedDocument = {
  readonly profile: Profile
  readonly posts: readonly PlatformPost[]
  /** The document with the posts before these. */
  readonly nextUrl: string | undefined
}

export type FeedPageRequest = {
  /** The document that the chain begins with; its profile is every page's. */
  readonly first: FeedDocument
  /** Reads a further document; undefined when there is none any more. */
  readonly read: (url: string) => Promise<FeedDocument | undefined>
  readonly after: string | undefined
  readonly limit: number
  /** Which posts count; all by default. */
  readonly wants?: (post: PlatformPost) => boolean
}

/** The post that a page begins behind. */
type Spot = {
  readonly key: string
  readonly date: string | null
  /** Keys of the posts of the same date that were given already. */
  readonly given: readonly string[]
}

/** Documents that one page may read. */
const MOST_READS = 3
const MOST_GIVEN = 80
const LONGEST_URL = 600

export const pageFeed = async (request: FeedPageRequest): Promise<PlatformPage> => {
  const { first, read, limit, wants = () => true } = request
  const after = request.after === undefined ? undefined : decode(request.after)
  const page: PlatformPost[] = []
  let spot = after?.spot
  let url = after?.url
  let document = url === undefined ? first : await read(url)
  for (let reads = 1; document !== undefined; reads += 1) {
    const posts = behind(document.posts, spot)
    const wanted = posts.filter(wants)
    const taken = wanted.slice(0, limit - page.length)
    page.push(...taken)
    const isLeft = taken.length < wanted.length
    const last = isLeft ? taken.at(-1) : posts.at(-1)
    if (last !== undefined) spot = advance(spot, last, posts)
    if (isLeft) return pageOf(first, page, url, spot)
    const { nextUrl } = document
    if (nextUrl === undefined || nextUrl.length > LONGEST_URL || nextUrl === url) break
    url = nextUrl
    if (page.length === limit || reads === MOST_READS) return pageOf(first, page, url, spot)
    document = await read(url)
  }
  return { profile: first.profile, posts: page, next: undefined }
}

const pageOf = (
  { profile }: FeedDocument,
  posts: readonly PlatformPost[],
  url: string | undefined,
  spot: Spot | undefined,
) => ({
  profile,
  posts,
  next: JSON.stringify([url ?? null, spot?.key ?? null, spot?.date ?? null, ...(spot?.given ?? [])]),
})

export const feedKey = (id: string): string => createHash('sha256').update(id).digest('base64url').slice(0, 12)

const behind = (posts: readonly PlatformPost[], spot: Spot | undefined): readonly PlatformPost[] => {
  if (spot === undefined) return posts
  const { key, date, given } = spot
  const index = posts.findIndex(({ id }) => feedKey(id) === key)
  if (index !== -1) return posts.slice(index + 1)
  return posts.filter(({ id, publishedAt }) => {
    // A feed without dates drops its oldest posts: when the id is gone, so is all that came behind it.
    if (date === null || publishedAt === null) return false
    return publishedAt < date || (publishedAt === date && !given.includes(feedKey(id)))
  })
}

const advance = (spot: Spot | undefined, last: PlatformPost, posts: readonly PlatformPost[]): Spot => {
  const date = last.publishedAt
  const passed = posts.slice(0, posts.indexOf(last) + 1)
  const same =
    date === null ? [] : passed.filter(({ publishedAt }) => publishedAt === date).map(({ id }) => feedKey(id))
  const earlier = spot?.date === date ? spot.given : []
  return { key: feedKey(last.id), date, given: [...earlier, ...same].slice(-MOST_GIVEN) }
}

const decode = (after: string): { url: string | undefined; spot: Spot | undefined } => {
  const parts = readJson(after)
  const isPosition =
    Array.isArray(parts) && parts.length >= 3 && parts.every((part) => part === null || typeof part === 'string')
  if (!isPosition) throw new ApiError('invalid_cursor')
  const [url, key, date, ...given] = parts
  return { url: url ?? undefined, spot: key === null ? undefined : { key, date, given } }
}

const readJson = (text: string): unknown => {
  try {
    return parseJson(text)
  } catch (cause) {
    throw new ApiError('invalid_cursor', { cause })
  }
}
