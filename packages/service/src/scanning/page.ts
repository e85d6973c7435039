// A page as it is cached: the compressed bytes of the response. The cursor at the end lives for a day, the page for
// thirty. So the part before the cursor is compressed once, and an aged cursor is replaced by appending a new end.

import type { Post, Profile, SourceKind } from '../post/post.ts'
import { readFrom } from '../post/read-from.ts'
import { gunzip } from '../runtime/content-coding/codings.ts'
import type { Content } from '../runtime/content-coding/content.ts'
import { closeGzip, endGzip, type OpenGzip, openGzip } from '../runtime/content-coding/open-gzip.ts'
import { freeBytes } from '../runtime/event-loop/free-bytes.ts'
import { copyBytes, copyPieces, type OwnedBuffer } from '../runtime/event-loop/owned-bytes.ts'
import { writeJson } from '../runtime/event-loop/write-json.ts'
import { yieldToLoop } from '../runtime/event-loop/yield-to-loop.ts'
import { kindOf } from '../upstream/contract/kinds.ts'
import type { Platform } from '../upstream/contract/platform.ts'
import type { Access } from '../upstream/contract/reach.ts'
import { piecesOf } from '../upstream/parsing-jobs/serialized-posts.ts'
import { CURSOR_LIFE_MS, type Cursors, type Scope } from './cursor.ts'
import type { ReadPage } from './read-page.ts'

/** A page without its cursor. */
export type CompressedPage = {
  /** The response up to its cursor. */
  readonly open: OpenGzip
  readonly traits: PageTraits
  /** The platform's position after the page; null on the last page. */
  readonly next: string | null
  readonly fetchedAt: number
}

/** A page that was just compressed. `memory`: what `open.bytes` are a part of. */
export type FetchedPage = CompressedPage & { readonly memory: OwnedBuffer }

export type Page = CompressedPage & {
  /** The whole response. */
  readonly content: Content & { readonly bytes: OwnedBuffer }
  readonly sealedAt: number
  /** Limits how long the page is fresh, if a better page may be available soon. */
  readonly freshForMs?: number | undefined
}

/** A cursor still has half its life when it is sent for the last time. */
const RESEAL_AFTER_MS = CURSOR_LIFE_MS / 2
const BEFORE_BODY = '{"ok":true,"data":{"body":'
const BEFORE_POSTS = Buffer.from(',"posts":[')
const AFTER_POSTS = Buffer.from(']}')
const AFTER_CURSOR = 'null}}'
const afterBody = (fetchedAt: number): Buffer =>
  Buffer.from(`,"fetchedAt":"${new Date(fetchedAt).toISOString()}","nextCursor":`)

export type PageBody = {
  readonly platform: string
  readonly handle: string
  readonly variant: string
  readonly profile: Profile
  readonly posts: readonly Post[]
}
export type ChangeBody = (body: PageBody) => PageBody

/** What was scanned. */
type Scanned = Pick<Scope, 'handle' | 'variant'> & {
  readonly platform: Pick<Platform, 'id' | 'kindOf'>
  readonly access: Pick<Access, 'reach'>
}

/** Makes a page to cache from what was read, and frees the memory of its posts. `handle`: as requested. */
export const readToPage = async (
  { platform, handle, variant, access: { reach } }: Scanned,
  { account, source: { provenance }, posts, next }: ReadPage,
  fetchedAt: number,
): Promise<FetchedPage> => {
  const source = readFrom(provenance, reach, fetchedAt)
  const profile: Profile = { ...account.profile, kind: kindOf(platform, handle), source }
  const body = { platform: platform.id, handle: account.handle ?? handle, variant, profile }
  const before = await writeJson(body, BEFORE_BODY)
  const written = piecesOf(posts, `"source":${JSON.stringify(source)}`)
  const response = copyPieces([before.subarray(0, -1), BEFORE_POSTS, ...written, AFTER_POSTS, afterBody(fetchedAt)])
  freeBytes(posts.json)
  const page = await compress(response, next ?? null, fetchedAt)
  const { traits } = page
  // A connected account hides the type of source, by which pages of several sources are compared.
  return { ...page, traits: { ...traits, provenance: traits.provenance && provenance } }
}

/** `body`: `data.body` as serialized above. */
export const compressPage = async (body: Buffer, next: string | null, fetchedAt: number): Promise<CompressedPage> => {
  const whole = copyPieces([Buffer.from(BEFORE_BODY), body, afterBody(fetchedAt)])
  const { memory: _, ...page } = await compress(whole, next, fetchedAt)
  return page
}

/** What the page contains. */
export const readBody = async ({ open }: CompressedPage): Promise<PageBody> => {
  const text = (await gunzip(closeGzip(open), open.plainBytes)).toString()
  await yieldToLoop()
  const { data } = JSON.parse(`${text}${AFTER_CURSOR}`) as { data: { body: PageBody } }
  return data.body
}

/** The page with other values in its profile and posts. Its traits stay. */
export const changePage = async (page: CompressedPage, change: ChangeBody): Promise<FetchedPage> => {
  const { next, fetchedAt, traits } = page
  const before = await readBody(page)
  await yieldToLoop()
  const body = await writeJson(change(before), BEFORE_BODY)
  return { ...(await compress(copyPieces([body, afterBody(fetchedAt)]), next, fetchedAt)), traits }
}

/** Frees the response. */
const compress = async (response: OwnedBuffer, next: string | null, fetchedAt: number): Promise<FetchedPage> => {
  const { memory, ...open } = await openGzip(response)
  const traits = traitsOf(response)
  freeBytes(response)
  return { open, traits, next, fetchedAt, memory }
}

export type PageTraits = {
  /** The provenance of its posts, of an account that is connected, too; undefined for a page without posts. */
  readonly provenance: SourceKind | undefined
  /** `publishedAt` of its first post, in milliseconds; undefined if there is none. */
  readonly newestAt: number | undefined
}

const PUBLISHED = '"publishedAt":"'
const SOURCE = '"source":{"kind":"'

/** Reads the traits from the response without parsing it: it was serialized above, with its fields in a fixed order. */
const traitsOf = (response: Buffer): PageTraits => {
  const published = wordAfter(response, response.indexOf(PUBLISHED), PUBLISHED.length)
  const sourceAt = response.lastIndexOf(SOURCE)
  // The first one is the profile's.
  const isOfPost = sourceAt > response.indexOf(BEFORE_POSTS)
  const provenance = isOfPost ? wordAfter(response, sourceAt, SOURCE.length) : undefined
  const newestAt = published === undefined ? Number.NaN : Date.parse(published)
  return { provenance: provenance as SourceKind | undefined, newestAt: Number.isNaN(newestAt) ? undefined : newestAt }
}

const wordAfter = (response: Buffer, at: number, length: number): string | undefined =>
  at === -1 ? undefined : response.toString('latin1', at + length, response.indexOf('"', at + length))

/** Appends the end. */
export const composePage = (scope: Scope, compressed: CompressedPage, cursors: Cursors, now: number): Page => {
  const { open, traits, next, fetchedAt } = compressed
  const nextCursor = next === null ? null : cursors.seal(scope, next)
  const end = Buffer.from(`${JSON.stringify(nextCursor)}}}`)
  const bytes = endGzip(open, end)
  return {
    content: { coding: 'gzip', bytes, plainBytes: open.plainBytes + end.length },
    open: { ...open, bytes: bytes.subarray(0, open.bytes.length) },
    traits,
    next,
    fetchedAt,
    sealedAt: now,
  }
}

/** A copy of the page with its own memory. */
export const copyPage = (page: Page): Page => {
  const { content, open } = page
  const bytes = copyBytes(content.bytes)
  return {
    ...page,
    content: { ...content, bytes },
    open: { ...open, bytes: bytes.subarray(0, open.bytes.length) },
  }
}

/** The page with a cursor that lives long enough. */
export const withFreshCursor = (scope: Scope, page: Page, cursors: Cursors, now: number): Page =>
  page.next === null || now - page.sealedAt < RESEAL_AFTER_MS
    ? page
    : { ...composePage(scope, page, cursors, now), freshForMs: page.freshForMs }
