// Reads a tag on all of Tumblr. The response is a bare list: each post has its own blog.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { buildHashtag } from '../../post/build-named-profile.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import type { Account, Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { type Batch, walk } from '../../upstream/paging/walk.ts'
import { idOf, mapPost, textsOf } from './map-post.ts'
import { API } from './urls.ts'

const MAX_POSTS = 20
const SECONDS = /^\d{1,12}$/
/** Posts are sorted by their ids. One with a date of the author's choice would send the next page years back, so it
 * begins at the newest of the last posts. */
const LAST_POSTS = 3

/** Tumblr has nothing to say of a tag. */
export const tagAccount = (handle: string, tag: string): Account<undefined> => {
  const id = `hashtag ${handle}`
  const url = `https://www.tumblr.com/tagged/${encodeURIComponent(tag)}`
  return { id, profile: buildHashtag({ handle, id, url, tag }), keep: undefined }
}

type Request = Omit<PostsRequest<unknown>, 'account'>

export const readTagged = ({ send, now, after, limit }: Request, tag: string): Promise<Posts> =>
  walk<JsonObject>({
    after,
    limit,
    anchor: 'count',
    read: (at) => readBatch(send, tag, at),
    map: (post) => mapPost(post, { blog: post.blog ?? { name: post.blog_name }, now: now() }),
    keyOf: (post) => idOf(post) ?? '',
    timeOf: (post) => parseTime(post.timestamp),
    textsOf,
  })

/** The seconds that `before` compares: those of a featured tag are its own. */
const orderOf = (post: JsonObject): number => {
  const seconds = Number(post.featured_timestamp ?? post.timestamp)
  return Number.isSafeInteger(seconds) && seconds > 0 ? seconds : 0
}

const readBatch = async (send: Send, tag: string, before: string | undefined): Promise<Batch<JsonObject>> => {
  if (before !== undefined && !SECONDS.test(before)) throw new Refused('invalid_cursor')
  const response = await send({ url: `${API}/v2/tagged`, query: { tag, npf: 'true', limit: MAX_POSTS, before } })
  const items = requireList(jsonObject(response.json()).response).map(jsonObject)
  const seconds = items.slice(-LAST_POSTS).map(orderOf)
  const last = seconds.at(-1) ?? 0
  // `before` excludes its second, which may contain more posts.
  const oldest = Math.min(...seconds)
  // So few posts are those that the batch before ended with.
  const places = items.length <= LAST_POSTS ? [oldest] : [Math.max(...seconds) + 1, last + 1, oldest]
  const next = places.find((place) => place > 0 && place < Number(before ?? Number.POSITIVE_INFINITY))
  return { items, next: next === undefined || last === 0 ? undefined : String(next) }
}
