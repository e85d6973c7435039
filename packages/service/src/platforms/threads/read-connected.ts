// Reads a profile whose owner connected it, with its own token: also one that is private, or has few followers. The
// token names the profile, so that a new user name changes nothing.
// https://developers.facebook.com/docs/threads/retrieve-and-discover-posts/retrieve-posts

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { stringOrNull } from '../../post/build-post.ts'
import type { Author } from '../../post/post.ts'
import type { Send } from '../../upstream/contract/call.ts'
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
import { byTokenOfFewer, requestFewer } from '../../upstream/paging/request-fewer.ts'
import { type Batch, walk } from '../../upstream/paging/walk.ts'
import { requestFields } from '../meta/graph.ts'
import { FIELDS } from './fields.ts'
import { authorOf, mapPost } from './map-post.ts'
import { mapProfile } from './map-profile.ts'
import { OWN_API } from './urls.ts'

const MAX_POSTS = 100

const PLAIN_PROFILE = 'id,username,name,threads_profile_picture_url'
const PROFILE = `${PLAIN_PROFILE},threads_biography,is_verified`

const requestProfile = async (send: Send) => {
  const callFor = (fields: string) => ({ url: `${OWN_API}/me`, query: { fields } })
  const { body } = await requestFields(send, callFor, [PROFILE, PLAIN_PROFILE])
  const { username, name, threads_biography: biography, is_verified } = body
  const handle = stringOrNull(username)?.toLowerCase() ?? null
  if (handle === null) throw new Refused('broken')
  const profile_picture_url = body.threads_profile_picture_url
  return mapProfile({ username, name, biography, is_verified, profile_picture_url }, handle)
}

export const readAccount = async ({ send, handle }: AccountRequest<unknown>): Promise<Account<undefined>> => ({
  // Public pages of the profile have the name as their id, too.
  ...{ id: handle, keep: undefined },
  profile: await requestProfile(send),
})

const postsCall = (limit: number, after?: string) => (fields: string) => ({
  url: `${OWN_API}/me/threads`,
  query: { fields, limit, after },
})

type Item = { readonly post: JsonObject; readonly author: Author }

export const readPosts = (request: PostsRequest<unknown>): Promise<Posts> => {
  const { send, now, variant, after, limit } = request
  const read = async (cursor: string | undefined, size: number): Promise<Batch<Item>> => {
    const [{ body }, { profile }] = await Promise.all([
      requestFields(send, postsCall(size, cursor), FIELDS, { isBehindCursor: cursor !== undefined }),
      request.account(),
    ])
    const author = authorOf(profile)
    const items = requireList(body.data).map((item) => ({ post: jsonObject(item), author }))
    return { items, next: stringOrNull(jsonObject(jsonObject(body.paging).cursors).after) ?? undefined }
  }
  return walk<Item>({
    ...{ after, limit, anchor: 'post' },
    read: byTokenOfFewer(Math.min(limit, MAX_POSTS), read),
    map: ({ post, author }) => mapPost(post, now(), author),
    keyOf: ({ post }) => String(post.id),
    timeOf: ({ post }) => parseTime(post.timestamp),
    ...(variant === 'reposts' && { wants: ({ repostOf }) => repostOf !== null }),
  })
}

/** The API does not find a post by its URL, so it is searched among the newest. Throws Refused (`closed`) when it may
 * be older, or another profile's. */
export const readPost = async ({ send, now, match }: PostRequest<unknown>): Promise<PostResponse> => {
  const { body, response } = await requestFewer(MAX_POSTS, (size) => requestFields(send, postsCall(size), FIELDS))
  const found = requireList(body.data)
    .map(jsonObject)
    .find(({ shortcode }) => shortcode === match.code)
  const post = found === undefined ? null : mapPost(found, now(), authorOf(await requestProfile(send)))
  if (post === null)
    throw new Refused('closed', {
      ...{ as: 'unsupported_post_url', about: 'post' },
      message: 'The post is not among the newest hundred of the connected profile.',
    })
  return { post, answer: response }
}
