// Reads a user, a page of videos, and one video through Dailymotion's public API. One unknown field name fails the
// whole call, and the error does not say which. Then each count is left out in turn, and finally all but the oldest
// fields. https://developers.dailymotion.com/api/platform-api/

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { stringOrNull } from '../../post/build-post.ts'
import type { Call, Response, Send } from '../../upstream/contract/call.ts'
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
import { isPublic, mapUser, mapVideo, publishedAtOf, textsOf } from './map-video.ts'
import { API } from './urls.ts'

const MAX_VIDEOS = 100
/** Rows of a list that can be paged through. Later ones are requested by time. */
const MAX_ROWS = 1_000

type FieldSet = {
  readonly all: readonly string[]
  /** Fields that Dailymotion may remove independently of each other. */
  readonly counts: readonly string[]
  readonly least: readonly string[]
}

const LEAST_OF_USER = ['id', 'username', 'screenname', 'description', 'url', 'avatar_720_url', 'created_time']
const COUNTS_OF_USER = ['followers_total', 'following_total', 'videos_total']
const USER: FieldSet = {
  least: LEAST_OF_USER,
  counts: COUNTS_OF_USER,
  all: [...LEAST_OF_USER, 'cover_250_url', ...COUNTS_OF_USER, 'verified'],
}
/** The fields that mark a video as not public are always needed. */
const LEAST_OF_VIDEO = [
  ...['password_protected', 'published'],
  ...['id', 'title', 'description', 'created_time', 'duration', 'url', 'thumbnail_480_url', 'private', 'tags'],
  ...['owner.id', 'owner.username', 'owner.screenname', 'owner.url'],
]
const COUNTS_OF_VIDEO = ['views_total', 'likes_total']
const VIDEO: FieldSet = {
  least: LEAST_OF_VIDEO,
  counts: COUNTS_OF_VIDEO,
  all: [
    ...[...LEAST_OF_VIDEO, 'publish_date', 'updated_time', 'thumbnail_1080_url', ...COUNTS_OF_VIDEO],
    ...['language', 'explicit', 'width', 'height', 'owner.avatar_240_url', 'allow_embed'],
  ],
}

const requestApi = async (
  send: Send,
  path: string,
  fields: FieldSet,
  more: Omit<Call, 'url'> = {},
): Promise<Response> => {
  const call = (names: readonly string[]): Call => ({
    ...more,
    url: API + path,
    query: { ...more.query, fields: names.join(',') },
  })
  const fewer = fields.counts.map((count) => fields.all.filter((name) => name !== count))
  for (const names of [fields.all, ...fewer]) {
    const response = await send({ ...call(names), answers: [400] })
    if (response.status !== 400) return response
  }
  return send(call(fields.least))
}

export const readAccount = async ({ send, handle }: AccountRequest<unknown>): Promise<Account<undefined>> => {
  const user = (await requestApi(send, `/user/${handle}`, USER)).json()
  const id = stringOrNull(jsonObject(user).id)
  if (id === null) throw new Refused('broken')
  return { id, handle: id.toLowerCase(), profile: mapUser(user, handle), keep: undefined }
}

export const readPosts = ({ send, handle, after, limit }: PostsRequest<unknown>): Promise<Posts> =>
  walk<JsonObject>({
    after,
    limit,
    anchor: 'count',
    read: (at) => readBatch(send, handle, at, Math.min(limit, MAX_VIDEOS)),
    map: (video) => (isPublic(video) ? mapVideo(video) : null),
    keyOf: ({ id }) => String(id),
    timeOf: publishedAtOf,
    textsOf,
  })

/** `page size`, and after the first thousand rows the second before which the videos were made. */
const AT = /^(?<page>[1-9]\d{0,3}) (?<size>[1-9]\d{0,2})(?: (?<before>\d{9,11}))?$/

const readBatch = async (
  send: Send,
  handle: string,
  at: string | undefined,
  limit: number,
): Promise<Batch<JsonObject>> => {
  const groups = AT.exec(at ?? `1 ${limit}`)?.groups
  if (groups === undefined) throw new Refused('invalid_cursor')
  const { before } = groups
  const [page, size] = [Number(groups.page), Number(groups.size)]
  const query = { sort: 'recent', family_filter: 0, limit: size, page, created_before: before }
  const response = jsonObject((await requestApi(send, `/user/${handle}/videos`, VIDEO, { query })).json())
  const items = requireList(response.list).map(jsonObject)
  if (response.has_more !== true || items.length === 0) return { items, next: undefined }
  const suffix = before === undefined ? '' : ` ${before}`
  if ((page + 1) * size <= MAX_ROWS && page < MAX_VIDEOS) return { items, next: `${page + 1} ${size}${suffix}` }
  // More videos may have been made in the second of the last one.
  const last = items.at(-1)?.created_time
  return { items, next: typeof last === 'number' ? `1 ${size} ${last + 1}` : undefined }
}

export const readPost = async ({ send, match }: PostRequest<unknown>): Promise<PostResponse> => {
  const response = await requestApi(send, `/video/${match.id ?? ''}`, VIDEO, {
    about: 'post',
    query: { family_filter: 0 },
  })
  if (stringOrNull(jsonObject(response.json()).id) === null) throw new Refused('broken', { about: 'post' })
  const post = mapVideo(response.json())
  if (post === null) throw new Refused('absent', { about: 'post' })
  if (!isPublic(response.json())) throw new Refused('hidden', { about: 'post' })
  return { post, answer: response }
}
