// A page as it is held: the very bytes that are sent, compressed. The cursor at their end lives for a day and the page for
// thirty, so what is before it is compressed once, and the end is put behind that anew when the cursor has aged.

import type { Post, SourceKind } from '../post/post.ts'
import type { Content } from '../runtime/content-coding/content.ts'
import { endGzip, type OpenGzip, openGzip } from '../runtime/content-coding/open-gzip.ts'
import { freeBytes } from '../runtime/event-loop/free-bytes.ts'
import { copyBytes, copyPieces, type OwnedBuffer } from '../runtime/event-loop/owned-bytes.ts'
import { writeJson } from '../runtime/event-loop/write-json.ts'
import { piecesOf } from '../upstream/parsing-jobs/written-posts.ts'
import { CURSOR_LIFE_MS, type CursorScope, type Cursors } from './cursor.ts'
import type { ReadPage } from './read-page.ts'

/** A page but for its cursor. */
export type CompressedPage = {
  /** The answer up to its cursor. */
  readonly open: OpenGzip
  readonly traits: PageTraits
  /** The platform's own position behind the page; null on the last page. */
  readonly next: string | null
  readonly fetchedAt: number
}

/** A page that was just compressed. `memory`: what `open.bytes` are a part of. */
export type FetchedPage = CompressedPage & { readonly memory: OwnedBuffer }

export type Page = CompressedPage & {
  /** The whole answer. */
  readonly content: Content & { readonly bytes: OwnedBuffer }
  readonly sealedAt: number
  /** Fresh for no longer than that, where a better page may soon be had. */
  readonly freshForMs?: number | undefined
}

/** Half its life is left for the client that gets the cursor last. */
const RESEAL_AFTER_MS = CURSOR_LIFE_MS / 2
const BEFORE_BODY = '{"ok":true,"data":{"body":'
const BEFORE_POSTS = Buffer.from(',"posts":[')
const BEHIND_POSTS = Buffer.from(']}')
const behindBody = (fetchedAt: number): Buffer =>
  Buffer.from(`,"fetchedAt":"${new Date(fetchedAt).toISOString()}","nextCursor":`)

/** What was read, as a page to hold; the memory of its posts is freed. `handle`: as it was asked for. */
export const readToPage = async (
  { platform, handle, variant }: CursorScope,
  { account, source: { provenance }, posts, next }: ReadPage,
  fetchedAt: number,
): Promise<FetchedPage> => {
  const body = { platform, handle: account.handle ?? handle, variant, profile: account.profile }
  const source: Post['source'] = { kind: provenance, retrievedAt: new Date(fetchedAt).toISOString() }
  const before = await writeJson(body, BEFORE_BODY)
  const written = piecesOf(posts, `"source":${JSON.stringify(source)}`)
  const response = copyPieces([before.subarray(0, -1), BEFORE_POSTS, ...written, BEHIND_POSTS, behindBody(fetchedAt)])
  freeBytes(posts.json)
  return pack(response, next ?? null, fetchedAt)
}

/** `body`: `data.body` as `readToPage` writes it. */
export const compressPage = async (body: Buffer, next: string | null, fetchedAt: number): Promise<CompressedPage> => {
  const { memory: _, ...page } = await pack(
    copyPieces([Buffer.from(BEFORE_BODY), body, behindBody(fetchedAt)]),
    next,
    fetchedAt,
  )
  return page
}

/** Frees the answer. */
const pack = async (response: OwnedBuffer, next: string | null, fetchedAt: number): Promise<FetchedPage> => {
  const { memory, ...open } = await openGzip(response)
  const traits = traitsOf(response)
  freeBytes(response)
  return { open, traits, next, fetchedAt, memory }
}

export type PageTraits = {
  /** Where its posts were read; undefined of a page without posts. */
  readonly provenance: SourceKind | undefined
  /** `publishedAt` of its first post, in milliseconds; undefined where there is none. */
  readonly newestAt: number | undefined
}

const PUBLISHED = '"publishedAt":"'
const SOURCE = '"source":{"kind":"'

/** What a held answer tells without being parsed: it was written above, and its fields stand in one order. */
const traitsOf = (response: Buffer): PageTraits => {
  const published = wordBehind(response, response.indexOf(PUBLISHED), PUBLISHED.length)
  const provenance = wordBehind(response, response.lastIndexOf(SOURCE), SOURCE.length)
  const newestAt = published === undefined ? Number.NaN : Date.parse(published)
  return { provenance: provenance as SourceKind | undefined, newestAt: Number.isNaN(newestAt) ? undefined : newestAt }
}

const wordBehind = (response: Buffer, at: number, length: number): string | undefined =>
  at === -1 ? undefined : response.toString('latin1', at + length, response.indexOf('"', at + length))

/** Puts the end behind it. */
export const composePage = (scope: CursorScope, compressed: CompressedPage, cursors: Cursors, now: number): Page => {
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

/** The page in memory of its own. */
export const copyPage = (page: Page): Page => {
  const { content, open } = page
  const bytes = copyBytes(content.bytes)
  return {
    ...page,
    content: { ...content, bytes },
    open: { ...open, bytes: bytes.subarray(0, open.bytes.length) },
  }
}

/** The page with a cursor that has life in it. */
export const withFreshCursor = (scope: CursorScope, page: Page, cursors: Cursors, now: number): Page =>
  page.next === null || now - page.sealedAt < RESEAL_AFTER_MS
    ? page
    : { ...composePage(scope, page, cursors, now), freshForMs: page.freshForMs }
