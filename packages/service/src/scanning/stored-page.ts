// The stored form of a page: its compressed bytes, preceded by the traits that would otherwise require decompressing
// it.

import type { PlatformPost, Profile, ProfileKind } from '../post/post.ts'
import { withServedMedia } from '../post/served-media.ts'
import { closeGzip, reopenGzip } from '../runtime/content-coding/open-gzip.ts'
import type { CachedPage } from '../storage/store.ts'
import { type CompressedPage, compressPage, type PageTraits } from './page.ts'

/** The first byte of compressed pages. Older pages were stored as JSON, which never begins with it. */
const COMPRESSED = 0

/** Pages of version 1.0.0 lack fields of the profile and of media. */
type OldBody = {
  readonly profile: Omit<Profile, 'kind' | 'owner' | 'movedTo'>
  readonly posts: readonly PlatformPost[]
}

const withNewFields = (body: Buffer, kind: ProfileKind): Buffer => {
  const { profile, posts, ...rest } = JSON.parse(body.toString()) as OldBody
  const whole: Profile = { kind, owner: null, movedTo: null, ...profile }
  return Buffer.from(JSON.stringify({ ...rest, profile: whole, posts: posts.map(withServedMedia) }))
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

/** Reads either form. `kind`: of the profile, which older pages lack. */
export const fromStored = async ({ body, next, fetchedAt }: CachedPage, kind: ProfileKind): Promise<CompressedPage> => {
  const [mark, length = 0] = body
  if (mark !== COMPRESSED) return compressPage(withNewFields(body, kind), next, fetchedAt)
  const bodyAt = 2 + length
  const traits = JSON.parse(body.toString('utf8', 2, bodyAt)) as PageTraits
  return { open: reopenGzip(body.subarray(bodyAt)), traits, next, fetchedAt }
}
