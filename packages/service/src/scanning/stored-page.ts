// The stored form of a page: its compressed bytes, preceded by the traits that would otherwise require decompressing
// it.

import { closeGzip, reopenGzip } from '../runtime/content-coding/open-gzip.ts'
import type { CachedPage } from '../storage/store.ts'
import { type CompressedPage, compressPage, type PageTraits } from './page.ts'

/** The first byte of compressed pages. Older pages were stored as JSON, which never begins with it. */
const COMPRESSED = 0

/** Pages of version 1.0.0 lack `profile.movedTo`. Before their profile, every quotation mark in a value is escaped. */
const [PROFILE, PROFILE_WITH_MOVED_TO] = [Buffer.from('"profile":{'), Buffer.from('"profile":{"movedTo":null,')]

const withMovedTo = (body: Buffer): Buffer => {
  const at = body.indexOf(PROFILE)
  if (at === -1) return body
  return Buffer.concat([body.subarray(0, at), PROFILE_WITH_MOVED_TO, body.subarray(at + PROFILE.length)])
}

/** The first byte, the length of the traits, the traits as JSON, and the gzip data up to the end. */
export const toStored = ({ open, traits, next, fetchedAt }: CompressedPage): CachedPage => {
  const serializedTraits = Buffer.from(JSON.stringify(traits))
  return {
    body: closeGzip(open, Buffer.concat([Buffer.of(COMPRESSED, serializedTraits.length), serializedTraits])),
    next,
    fetchedAt,
  }
}

/** Reads either form. */
export const fromStored = async ({ body, next, fetchedAt }: CachedPage): Promise<CompressedPage> => {
  const [mark, length = 0] = body
  if (mark !== COMPRESSED) return compressPage(withMovedTo(body), next, fetchedAt)
  const bodyAt = 2 + length
  const traits = JSON.parse(body.toString('utf8', 2, bodyAt)) as PageTraits
  return { open: reopenGzip(body.subarray(bodyAt)), traits, next, fetchedAt }
}
