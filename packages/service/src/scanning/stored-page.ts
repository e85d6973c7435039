// The stored form of a page: its compressed bytes, preceded by the traits that would otherwise require decompressing
// it.

import type { PlatformPost, Profile, ProfileKind, ReadFrom } from '../post/post.ts'
import { withServedMedia } from '../post/served-media.ts'
import { closeGzip, reopenGzip } from '../runtime/content-coding/open-gzip.ts'
import type { CachedPage } from '../storage/store.ts'
import { type CompressedPage, compressPage, type PageTraits } from './page.ts'

/** The first byte of compressed pages. Older pages were stored as JSON, which never begins with it. */
const COMPRESSED = 0

/** Pages of version 1.0.0 lack fields of the profile, of media and of sources. */
type OldBody = {
  readonly profile: Omit<Profile, 'kind' | 'owner' | 'movedTo' | 'source'>
  readonly posts: readonly (PlatformPost & { readonly source: Omit<ReadFrom, 'connection'> })[]
}

/** undefined for a page without posts, of which it is not known where it was read. */
const withNewFields = (body: Buffer, kind: ProfileKind): Buffer | undefined => {
  const { profile, posts, ...rest } = JSON.parse(body.toString()) as OldBody
  const served = posts.map(({ source, ...post }) => ({
    ...withServedMedia(post),
    source: { kind: source.kind, connection: null, retrievedAt: source.retrievedAt },
  }))
  const source = served[0]?.source
  if (source === undefined) return undefined
  const whole: Profile = { kind, owner: null, movedTo: null, ...profile, source }
  return Buffer.from(JSON.stringify({ ...rest, profile: whole, posts: served }))
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

/** Reads either form. `kind`: of the profile, which older pages lack. undefined for a page that lacks too much. */
export const fromStored = async (
  { body, next, fetchedAt }: CachedPage,
  kind: ProfileKind,
): Promise<CompressedPage | undefined> => {
  const [mark, length = 0] = body
  if (mark !== COMPRESSED) {
    const whole = withNewFields(body, kind)
    return whole && compressPage(whole, next, fetchedAt)
  }
  const bodyAt = 2 + length
  const traits = JSON.parse(body.toString('utf8', 2, bodyAt)) as PageTraits
  return { open: reopenGzip(body.subarray(bodyAt)), traits, next, fetchedAt }
}
