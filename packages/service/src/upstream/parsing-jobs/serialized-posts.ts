// The posts of a page, serialized as JSON once, where they were read. A thread transfers the bytes without a copy, and
// the event loop never parses them.

import type { PlatformPost } from '../../post/post.ts'
import { withServedMedia } from '../../post/served-media.ts'
import { withFallbackText } from '../../post/with-fallback-text.ts'
import type { OwnedBytes } from '../../runtime/event-loop/owned-bytes.ts'
import { writeJsonEach } from '../../runtime/event-loop/write-json.ts'
import type { Posts } from '../contract/source.ts'

export type SerializedPosts = {
  /** Objects in UTF-8, one after the other without separators. */
  readonly json: OwnedBytes
  /** The offset where each of them ends. */
  readonly ends: readonly number[]
}

/** What a source returned, with its posts serialized. */
export type ReadPosts = Omit<Posts, 'posts'> & { readonly posts: SerializedPosts }

export const serializePosts = async ({ posts, ...rest }: Posts): Promise<ReadPosts> => ({
  ...rest,
  posts: await writeJsonEach(
    uniquePosts(posts).flatMap((post) => {
      const shown = withFallbackText(post)
      return shown === null ? [] : withServedMedia(shown)
    }),
  ),
})

/** Some upstreams return a post twice, such as a pinned one. */
const uniquePosts = (posts: readonly PlatformPost[]): readonly PlatformPost[] => {
  const seen = new Set<string>()
  return posts.filter(({ id }) => !seen.has(id) && seen.add(id))
}

const COMMA = Buffer.from(',')

/** The elements of a JSON array in pieces, without its brackets. `field` is added to each as its last one:
 * `"name":value`. */
export const piecesOf = ({ json, ends }: SerializedPosts, field: string): readonly Uint8Array[] => {
  const end = Buffer.from(`,${field}}`)
  return ends.flatMap((to, at) => {
    const object = json.subarray(ends[at - 1] ?? 0, to - 1)
    return at === 0 ? [object, end] : [COMMA, object, end]
  })
}
