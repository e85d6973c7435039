// Reads a connected account and its public posts through the Display API.
// https://developers.tiktok.com/doc/display-api-overview

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { buildAuthor, stringOrNull } from '../../post/build-post.ts'
import type { Author } from '../../post/post.ts'
import type { Response, Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import type {
  Account,
  AccountRequest,
  PostRequest,
  PostResponse,
  Posts,
  PostsRequest,
} from '../../upstream/contract/source.ts'
import { byToken } from '../../upstream/paging/batches.ts'
import { walk } from '../../upstream/paging/walk.ts'
import { canonicalizeName } from './canonicalize-name.ts'
import { mapUser } from './map-user.ts'
import { mapVideo } from './map-video.ts'
import { requireData, videosOf } from './require-data.ts'
import { API } from './urls.ts'

const BASIC = ['open_id', 'union_id', 'avatar_url', 'avatar_url_100', 'avatar_large_url', 'display_name']
const PROFILE = ['bio_description', 'profile_deep_link', 'is_verified', 'username']
const STATS = ['follower_count', 'following_count', 'likes_count', 'video_count']
/** One field whose scope was not granted fails the whole call, so smaller groups of fields follow. */
const GROUPS = [[...BASIC, ...PROFILE, ...STATS], [...BASIC, ...PROFILE], [...BASIC, ...STATS], BASIC].map((fields) =>
  fields.join(),
)
const VIDEO = [
  ...['id', 'create_time', 'cover_image_url', 'share_url', 'video_description', 'duration', 'height', 'width'],
  ...['title', 'like_count', 'comment_count', 'share_count', 'view_count'],
].join()

const requestUser = async (send: Send): Promise<Response> => {
  for (const fields of GROUPS) {
    const response = await send({
      url: `${API}/v2/user/info/`,
      query: { fields },
      bucket: 'user/info',
      answers: [401],
    })
    if (response.status !== 401) return response
    const { code } = jsonObject(jsonObject(response.json()).error)
    if (code !== 'scope_not_authorized' && code !== 'scope_permission_missed') throw new Refused('credential_refused')
  }
  throw new Refused('credential_lacks_scope')
}

/** Throws Refused (`credential_refused`) when the token belongs to another account than the setting says. */
export const readAccount = async ({ send, handle }: AccountRequest<unknown>): Promise<Account<undefined>> => {
  const response = await requestUser(send)
  const user = requireData(requireData(jsonObject(response.json()).data).user)
  const { username } = user
  if (typeof username === 'string' && canonicalizeName(username) !== handle) throw wrongAccount()
  return { id: handle, profile: mapUser(user, handle), keep: undefined }
}

const wrongAccount = (): Refused =>
  new Refused('credential_refused', { message: 'The token of this account belongs to another account.' })

type Item = { readonly video: JsonObject; readonly author: Author }

const MAX_ITEMS = 20
/** In milliseconds, although videos have seconds. */
const CURSOR = /^\d{1,15}$/

export const readPosts = ({ send, after, limit, account }: PostsRequest<unknown>): Promise<Posts> =>
  walk<Item>({
    after,
    limit,
    // The cursor is a time, so new posts do not shift pages.
    anchor: 'post',
    keyOf: ({ video }) => String(video.id),
    timeOf: ({ video }) => parseTime(video.create_time),
    map: ({ video, author }) => mapVideo(video, author),
    read: byToken(async (cursor) => {
      if (cursor !== undefined && !CURSOR.test(cursor)) throw new Refused('invalid_cursor')
      const json = { max_count: Math.min(MAX_ITEMS, limit), ...(cursor !== undefined && { cursor: Number(cursor) }) }
      const [response, { profile }] = await Promise.all([
        send({ url: `${API}/v2/video/list/`, query: { fields: VIDEO }, body: { json }, bucket: 'video/list' }),
        account(),
      ])
      const data = jsonObject(jsonObject(response.json()).data)
      const author = buildAuthor(profile)
      return {
        items: videosOf(data).map((video) => ({ video: jsonObject(video), author })),
        next: data.has_more === true && typeof data.cursor === 'number' ? String(data.cursor) : undefined,
      }
    }),
  })

const NAMED = /\/@(?<name>[\w.]+)\//

/** One post of a connected account. The API leaves out posts of other accounts and posts that are not public. */
export const readPost = async ({ send, match, accounts }: PostRequest<unknown>): Promise<PostResponse> => {
  const [account = ''] = accounts
  const response = await send({
    url: `${API}/v2/video/query/`,
    query: { fields: VIDEO },
    body: { json: { filters: { video_ids: [match.id] } } },
    bucket: 'video/query',
    about: 'post',
  })
  const video = videosOf(jsonObject(jsonObject(response.json()).data))
    .map(jsonObject)
    .find(({ id }) => id === match.id)
  if (video === undefined) throw new Refused('closed')
  const name = NAMED.exec(stringOrNull(video.share_url) ?? '')?.groups?.name
  if (name !== undefined && canonicalizeName(name) !== account) throw wrongAccount()
  // The basic fields, which every owner grants, suffice for an author.
  const reported = await send({
    url: `${API}/v2/user/info/`,
    query: { fields: BASIC.join() },
    bucket: 'user/info',
    revalidate: true,
  })
  const { user } = requireData(jsonObject(reported.json()).data)
  const post = mapVideo(video, buildAuthor(mapUser(jsonObject(user), account)))
  if (post === null) throw new Refused('absent', { about: 'post' })
  return { post, answer: response }
}
