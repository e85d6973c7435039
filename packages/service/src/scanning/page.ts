// A page as it is held: the very bytes that are sent. The cursor in them lives for a day and the page for thirty, so
// the bytes know where it stands and are put together anew when it has aged.

import type { PlatformPage } from '../platforms/platform.ts'
import type { Post, SourceKind } from '../post/post.ts'
import type { HeldPage } from '../storage/store.ts'
import { CURSOR_LIFE_MS, type CursorScope, type Cursors } from './cursor.ts'

export type Page = {
  /** The whole answer. */
  readonly bytes: Buffer
  /** `data.body` within it, as it is stored. */
  readonly body: Buffer
  readonly next: string | null
  readonly fetchedAt: number
  readonly sealedAt: number
}

/** Half its life is left for the client that gets the cursor last. */
const RESEAL_AFTER_MS = CURSOR_LIFE_MS / 2
const BEFORE_BODY = Buffer.from('{"ok":true,"data":{"body":')

/** What a platform answered, as a page to hold. */
export const toHeldPage = (
  scope: CursorScope,
  page: PlatformPage,
  provenance: SourceKind,
  fetchedAt: number,
): HeldPage => {
  const source = { kind: page.provenance ?? provenance, retrievedAt: new Date(fetchedAt).toISOString() }
  const posts = page.posts.map((post): Post => ({ ...post, source }))
  const { platform, handle, variant } = scope
  return {
    body: Buffer.from(JSON.stringify({ platform, handle, variant, profile: page.profile, posts })),
    next: page.next ?? null,
    fetchedAt,
  }
}

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
  }
}

/** The page with a cursor that has life in it. */
export const withFreshCursor = (scope: CursorScope, page: Page, cursors: Cursors, now: number): Page =>
  page.next === null || now - page.sealedAt < RESEAL_AFTER_MS ? page : composePage(scope, page, cursors, now)
