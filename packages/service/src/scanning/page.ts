// A page as it is held: the very bytes that are sent. The cursor in them lives for a day and the page for thirty, so
// the bytes know where it stands and are put together anew when it has aged.

import type { Post, SourceKind } from '../post/post.ts'
import type { HeldPage } from '../storage/store.ts'
import { CURSOR_LIFE_MS, type CursorScope, type Cursors } from './cursor.ts'
import type { ReadPage } from './read-page.ts'

export type Page = {
  /** The whole answer. */
  readonly bytes: Buffer
  /** `data.body` within it, as it is stored. */
  readonly body: Buffer
  readonly next: string | null
  readonly fetchedAt: number
  readonly sealedAt: number
  readonly traits: PageTraits
  /** Fresh for no longer than that, where a better page may soon be had. */
  readonly freshForMs?: number | undefined
}

/** Half its life is left for the client that gets the cursor last. */
const RESEAL_AFTER_MS = CURSOR_LIFE_MS / 2
const BEFORE_BODY = Buffer.from('{"ok":true,"data":{"body":')

/** What was read, as a page to hold. `handle`: as it was asked for. */
export const toHeldPage = (
  { platform, handle, variant }: CursorScope,
  { account, source: { provenance }, posts, next }: ReadPage,
  fetchedAt: number,
): HeldPage => {
  const source = { kind: provenance, retrievedAt: new Date(fetchedAt).toISOString() }
  const body = {
    ...{ platform, handle: account.handle ?? handle, variant },
    profile: account.profile,
    posts: posts.map((post): Post => ({ ...post, source })),
  }
  return { body: Buffer.from(JSON.stringify(body)), next: next ?? null, fetchedAt }
}

export type PageTraits = {
  /** Where its posts were read; undefined of a page without posts. */
  readonly provenance: SourceKind | undefined
  /** `publishedAt` of its first post, in milliseconds; undefined where there is none. */
  readonly newestAt: number | undefined
}

const PUBLISHED = '"publishedAt":"'
const SOURCE = '"source":{"kind":"'

/** What a held body tells without being parsed: it was written above, and its fields stand in one order. */
export const traitsOf = (body: Buffer): PageTraits => {
  const published = wordBehind(body, body.indexOf(PUBLISHED), PUBLISHED.length)
  const provenance = wordBehind(body, body.lastIndexOf(SOURCE), SOURCE.length)
  const newestAt = published === undefined ? Number.NaN : Date.parse(published)
  return { provenance: provenance as SourceKind | undefined, newestAt: Number.isNaN(newestAt) ? undefined : newestAt }
}

const wordBehind = (body: Buffer, at: number, length: number): string | undefined =>
  at === -1 ? undefined : body.toString('latin1', at + length, body.indexOf('"', at + length))

/** Puts the answer together around the held body. */
export const composePage = (
  scope: CursorScope,
  { body, next, fetchedAt }: HeldPage,
  cursors: Cursors,
  now: number,
): Page => {
  const nextCursor = next === null ? null : cursors.seal(scope, next)
  const behind = `,"nextCursor":${JSON.stringify(nextCursor)},"fetchedAt":"${new Date(fetchedAt).toISOString()}"}}`
  // Memory of its own: a slice of Buffer's shared pool would keep what lies beside it from being freed.
  const bytes = Buffer.allocUnsafeSlow(BEFORE_BODY.length + body.length + Buffer.byteLength(behind))
  BEFORE_BODY.copy(bytes)
  body.copy(bytes, BEFORE_BODY.length)
  bytes.write(behind, BEFORE_BODY.length + body.length)
  return {
    bytes,
    body: bytes.subarray(BEFORE_BODY.length, BEFORE_BODY.length + body.length),
    next,
    fetchedAt,
    sealedAt: now,
    traits: traitsOf(body),
  }
}

/** The page with a cursor that has life in it. */
export const withFreshCursor = (scope: CursorScope, page: Page, cursors: Cursors, now: number): Page =>
  page.next === null || now - page.sealedAt < RESEAL_AFTER_MS
    ? page
    : { ...composePage(scope, page, cursors, now), freshForMs: page.freshForMs }
