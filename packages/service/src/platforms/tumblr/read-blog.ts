// Reads a blog, or a tag in it, with one call: a page of the blog's posts, which contains the blog, too.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { stringOrNull } from '../../post/build-post.ts'
import type { Call, Response, Send } from '../../upstream/contract/call.ts'
import { notOwnPost } from '../../upstream/contract/not-own-post.ts'
import type { OwnAccount } from '../../upstream/contract/reach.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import type {
  Account,
  AccountRequest,
  PostRequest,
  PostResponse,
  Posts,
  PostsRequest,
} from '../../upstream/contract/source.ts'
import { type Batch, walk } from '../../upstream/paging/walk.ts'
import { tagIn } from './canonicalize-tag.ts'
import { mapBlog, mapSection } from './map-blog.ts'
import { idOf, mapPost, textsOf } from './map-post.ts'
import { readTagged, tagAccount } from './read-tag.ts'
import { API } from './urls.ts'

const MAX_POSTS = 20
/** A page repeats the last post of the page before, so one post would make no progress. */
const MIN_POSTS = 2

/** The token of a connected blog also returns its private posts. */
const mayShow = ({ state }: JsonObject, own: OwnAccount | undefined): boolean =>
  own === undefined || (state ?? 'published') === 'published' || (state === 'private' && own.includesPrivate)

/** Variant → the type in the URL. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['photos', '/photo'],
  ['videos', '/video'],
  ['audio', '/audio'],
])

const requestPosts = (
  send: Send,
  blog: string,
  type: string,
  query: Call['query'],
  about?: 'post',
): Promise<Response> =>
  send({
    url: `${API}/v2/blog/${blog}/posts${type}`,
    query: { npf: 'true', reblog_info: 'true', ...query },
    ...(about && { about }),
  })

const responseOf = (response: Response): JsonObject => jsonObject(jsonObject(response.json()).response)

const sizeOf = (limit: number): number => Math.max(MIN_POSTS, Math.min(limit, MAX_POSTS))

export const readAccount = async ({ send, handle, limit }: AccountRequest<unknown>): Promise<Account<undefined>> => {
  const { blog: name = handle, tag } = tagIn(handle) ?? { blog: handle }
  if (tag !== undefined && name === handle) return tagAccount(handle, tag)
  const { blog } = responseOf(await requestPosts(send, name, '', { limit: sizeOf(limit), tag }))
  if (stringOrNull(jsonObject(blog).name) === null) throw new Refused('broken')
  const profile = mapBlog(blog, name)
  const id = profile.id ?? profile.handle
  if (tag !== undefined) {
    const lasting = `${id}/tagged/${tag}`
    const ownId = `section ${lasting}`
    return { id: ownId, handle: lasting, profile: mapSection(profile, { id: ownId, tag }), keep: undefined }
  }
  return { id, handle: id, profile, keep: undefined }
}

type Item = { readonly post: JsonObject; readonly blog: unknown }

export const readPosts = (request: PostsRequest<unknown>): Promise<Posts> => {
  const { blog, tag } = tagIn(request.handle) ?? { blog: request.handle }
  return blog === undefined ? readTagged(request, tag ?? '') : readBlogPosts(request, blog, tag)
}

const readBlogPosts = (
  { send, now, variant, after, limit, own }: Omit<PostsRequest<unknown>, 'account'>,
  blog: string,
  tag: string | undefined,
): Promise<Posts> =>
  walk<Item>({
    after,
    limit,
    anchor: 'count',
    // A page is short only by the repeated post: a second call is not worth it.
    mostReads: 1,
    read: (at) => readBatch(send, { blog, tag, type: TYPES.get(variant) ?? '' }, at, sizeOf(limit)),
    map: (item) => (mayShow(item.post, own) ? mapPost(item.post, { blog: item.blog, now: now() }) : null),
    keyOf: ({ post }) => idOf(post) ?? '',
    timeOf: ({ post }) => parseTime(post.timestamp),
    textsOf: ({ post }) => textsOf(post),
  })

const SECONDS = /^\d{1,12}$/

/** `before` excludes the second that it names, which may contain more posts. The query names the second after it. */
const readBatch = async (
  send: Send,
  { blog, type, tag }: { readonly blog: string; readonly type: string; readonly tag: string | undefined },
  before: string | undefined,
  limit: number,
): Promise<Batch<Item>> => {
  if (before !== undefined && !SECONDS.test(before)) throw new Refused('invalid_cursor')
  const {
    posts,
    blog: profile,
    _links: links,
  } = responseOf(await requestPosts(send, blog, type, { limit, before, tag }))
  const items = requireList(posts).map((post) => ({ post: jsonObject(post), blog: profile }))
  const last = Number(items.at(-1)?.post.timestamp)
  const hasMore = Object.keys(jsonObject(jsonObject(links).next)).length > 0
  if (!hasMore || !Number.isSafeInteger(last) || last <= 0) return { items, next: undefined }
  // The rest of a second with more posts than a page is skipped.
  return { items, next: String(String(last + 1) === before ? last : last + 1) }
}

export const readPost = async ({ send, now, match, own }: PostRequest<unknown>): Promise<PostResponse> => {
  const { blog = '', id = '' } = match
  const response = await requestPosts(send, blog, '', { id }, 'post')
  const { posts, blog: profile } = responseOf(response)
  const { uuid, name } = jsonObject(profile)
  if (own && (uuid ?? name) !== own.id) throw notOwnPost()
  const found = requireList(posts)
    .map(jsonObject)
    .find((post) => idOf(post) === id)
  if (found !== undefined && !mayShow(found, own)) throw new Refused('hidden', { about: 'post' })
  const post = found === undefined ? null : mapPost(found, { blog: profile, now: now() })
  if (post === null) throw new Refused('absent', { about: 'post' })
  return { post, answer: response }
}
