// Calls the Threads API: a profile and a page of its posts, both by name. The API cannot find a post by its URL, so the post is
// searched among the newest of its author.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { stringOrNull } from '../../post/build-post.ts'
import type { Author } from '../../post/post.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { isRefused, Refused } from '../../upstream/contract/refusal.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import type {
  Account,
  AccountRequest,
  PostRequest,
  PostResponse,
  Posts,
  PostsRequest,
} from '../../upstream/contract/source.ts'
import { byTokenOfFewer, requestFewer } from '../../upstream/paging/request-fewer.ts'
import { type Batch, walk } from '../../upstream/paging/walk.ts'
import { failBroken, type GraphError, graphErrorOf, requestFields } from '../meta/graph.ts'
import { searchIn } from './canonicalize-search.ts'
import { FIELDS } from './fields.ts'
import { authorOf, mapPost } from './map-post.ts'
import { mapProfile } from './map-profile.ts'
import type { ThreadsSettings } from './owners.ts'
import { OWN_LISTS, readOwn } from './read-own.ts'
import { readSearch, searchAccount } from './read-search.ts'
import { API, CONTROL_NAME } from './urls.ts'

const MAX_POSTS = 100

const UNKNOWN = 'Threads does not show this profile. It does not exist, is private, or has fewer than 100 followers.'

/** Requests a profile that surely exists: when that fails, too, the error is not about the name. */
const failUnknownName =
  (send: Send) =>
  async (error: GraphError): Promise<never> => {
    const control = await send({ url: `${API}/profile_lookup`, query: { username: CONTROL_NAME }, answers: [400, 404] })
    if (graphErrorOf(control) === undefined) throw new Refused('absent', { message: UNKNOWN })
    return failBroken(error)
  }

export const readAccount = async ({ send, handle }: AccountRequest<unknown>): Promise<Account<undefined>> => {
  const search = searchIn(handle)
  if (search !== undefined) return searchAccount(search)
  const callFor = (username: string) => ({ url: `${API}/profile_lookup`, query: { username } })
  const { body } = await requestFields(send, callFor, [handle], { onError: failUnknownName(send) })
  if (stringOrNull(body.username) === null) throw new Refused('broken')
  // Threads returns no id for profiles, so the name serves as one.
  return { id: handle, profile: mapProfile(body, handle), keep: undefined }
}

const postsCall = (username: string, limit: number, after?: string) => (fields: string) => ({
  url: `${API}/profile_posts`,
  query: { username, limit, fields, after },
})

type Item = { readonly post: JsonObject; readonly author: Author }

export const readPosts = async (request: PostsRequest<ThreadsSettings>): Promise<Posts> => {
  const { send, now, handle, variant, after, limit } = request
  const search = searchIn(handle)
  if (search !== undefined) return readSearch(request, search)
  const own = OWN_LISTS.get(variant)
  if (own !== undefined) return readOwn(request, own)
  const read = async (cursor: string | undefined, size: number): Promise<Batch<Item>> => {
    const [{ body }, { profile }] = await Promise.all([
      requestFields(send, postsCall(handle, size, cursor), FIELDS, {
        beforeRetry: request.account,
        isBehindCursor: cursor !== undefined,
        async onError(error) {
          await request.account()
          return failBroken(error)
        },
      }),
      request.account(),
    ])
    requireList(body.data)
    const author = authorOf(profile)
    const items = jsonList(body.data).map((item) => ({ post: jsonObject(item), author }))
    return { items, next: stringOrNull(jsonObject(jsonObject(body.paging).cursors).after) ?? undefined }
  }
  return walk<Item>({
    after,
    limit,
    anchor: 'post',
    read: byTokenOfFewer(Math.min(limit, MAX_POSTS), read),
    map: ({ post, author }) => mapPost(post, now(), author),
    keyOf: ({ post }) => String(post.id),
    timeOf: ({ post }) => parseTime(post.timestamp),
    ...(variant === 'reposts' && { wants: ({ repostOf }) => repostOf !== null }),
  })
}

/** Throws Refused (`closed`) when the post may exist but cannot be found this way. */
export const readPost = async ({ send, now, match }: PostRequest<unknown>): Promise<PostResponse> => {
  const { user, code } = match
  if (user === undefined) return leaveToOtherSources()
  const name = user.toLowerCase()
  const { body, response } = await requestFewer(MAX_POSTS, (size) =>
    // The API does not return every author, and has no specific error for an unknown one.
    requestFields(send, postsCall(name, size), FIELDS, { onError: leaveToOtherSources }),
  ).catch((error: unknown) => (isRefused(error, 'absent') ? leaveToOtherSources() : Promise.reject(error)))
  const found = requireList(body.data)
    .map(jsonObject)
    .find(({ shortcode }) => shortcode === code)
  const post = found === undefined ? null : mapPost(found, now())
  if (post === null) return leaveToOtherSources()
  return { post, answer: response }
}

/** Lets another source find the post. */
const leaveToOtherSources = (): never => {
  throw new Refused('closed', {
    as: 'unsupported_post_url',
    message: 'The Threads API cannot find posts by their URLs.',
  })
}
