// A page as it is in the store: compressed as it is held, behind what would otherwise be known only by unpacking it.

import { closeGzip, reopenGzip } from '../runtime/content-coding/open-gzip.ts'
import type { CachedPage } from '../storage/store.ts'
import { type CompressedPage, compressPage, type PageTraits } from './page.ts'

/** No JSON begins with it, as pages did that were stored before they were compressed. */
const PACKED = 0

/** Pages of 1.0.0 have no `profile.movedTo`. What stands before their profile has no quotation mark that is not escaped. */
const [PROFILE, PROFILE_OF_NOW] = [Buffer.from('"profile":{'), Buffer.from('"profile":{"movedTo":null,')]

const withMovedTo = (body: Buffer): Buffer => {
  const at = body.indexOf(PROFILE)
  if (at === -1) return body
  return Buffer.concat([body.subarray(0, at), PROFILE_OF_NOW, body.subarray(at + PROFILE.length)])
}

/** A mark, the length of the traits, the traits as JSON, and gzip up to the end. */
export const toStored = ({ open, traits, next, fetchedAt }: CompressedPage): CachedPage => {
  const reported = Buffer.from(JSON.stringify(traits))
  return { body: closeGzip(open, Buffer.concat([Buffer.of(PACKED, reported.length), reported])), next, fetchedAt }
}

/** Of either form. */
export const fromStored = async ({ body, next, fetchedAt }: CachedPage): Promise<CompressedPage> => {
  const [mark, length = 0] = body
  if (mark !== PACKED) return compressPage(withMovedTo(body), next, fetchedAt)
  const behindTraits = 2 + length
  const traits = JSON.parse(body.toString('utf8', 2, behindTraits)) as PageTraits
  return { open: reopenGzip(body.subarray(behindTraits)), traits, next, fetchedAt }
}
