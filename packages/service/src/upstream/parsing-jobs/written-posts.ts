// The posts of a page as they are sent: JSON, written once where they were read. What a thread has read comes from it as bytes,
// which change hands without a copy, and the event loop never holds what is in them.

import type { PlatformPost } from '../../post/post.ts'
import { withWords } from '../../post/with-words.ts'
import type { OwnedBytes } from '../../runtime/event-loop/owned-bytes.ts'
import { writeJsonEach } from '../../runtime/event-loop/write-json.ts'
import type { Posts } from '../contract/source.ts'

export type WrittenPosts = {
  /** Objects in UTF-8, one behind the other with nothing between them. */
  readonly json: OwnedBytes
  /** Where each of them ends. */
  readonly ends: readonly number[]
}

/** What a source has read of posts, but for the posts themselves. */
export type ReadPosts = Omit<Posts, 'posts'> & { readonly posts: WrittenPosts }

export const writePosts = async ({ posts, ...rest }: Posts): Promise<ReadPosts> => ({
  ...rest,
  posts: await writeJsonEach(uniquePosts(posts).flatMap((post) => withWords(post) ?? [])),
})

/** Some upstreams give one post twice, such as a pinned one. */
const uniquePosts = (posts: readonly PlatformPost[]): readonly PlatformPost[] => {
  const seen = new Set<string>()
  return posts.filter(({ id }) => !seen.has(id) && seen.add(id))
}

const COMMA = Buffer.from(',')

/** A JSON array of them in pieces, without its brackets; `field` is the last one of each, as `"name":value`. */
export const piecesOf = ({ json, ends }: WrittenPosts, field: string): readonly Uint8Array[] => {
  const end = Buffer.from(`,${field}}`)
  return ends.flatMap((to, at) => {
    const object = json.subarray(ends[at - 1] ?? 0, to - 1)
    return at === 0 ? [object, end] : [COMMA, object, end]
  })
}
