// Reads a user or channel, a page of its videos, and one video through Vimeo's API. Every call lists the fields that it needs,
// since Vimeo allows more of such calls. https://developer.vimeo.com/guidelines/rate-limiting

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
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
import { pathOf } from './canonicalize-user.ts'
import { idOf, mapUser } from './map-user.ts'
import { isVisible, mapVideo, textsOf } from './map-video.ts'
import { API } from './urls.ts'

const MAX_VIDEOS = 100

const totals = (...connections: readonly string[]) =>
  connections.map((connection) => `metadata.connections.${connection}.total`)

const USER = [
  ...['uri', 'name', 'link', 'bio', 'created_time', 'location', 'pictures.type', 'pictures.sizes'],
  ...totals('videos', 'followers', 'following'),
]
const CHANNEL = [
  ...['uri', 'name', 'link', 'description', 'created_time', 'pictures.type', 'pictures.sizes', 'header.sizes'],
  ...totals('videos', 'users'),
]
const VIDEO = [
  ...['uri', 'name', 'description', 'link', 'player_embed_url', 'duration', 'width', 'height', 'language'],
  ...['created_time', 'modified_time', 'release_time', 'content_rating', 'privacy.view', 'privacy.embed'],
  ...['pictures.sizes', 'tags.name', 'tags.tag', 'stats.plays', 'type', 'status', ...totals('comments', 'likes')],
  ...['user.uri', 'user.name', 'user.link', 'user.pictures.type', 'user.pictures.sizes'],
]

const requestApi = (
  send: Send,
  path: string,
  fields: readonly string[],
  more: Omit<Call, 'url'> = {},
): Promise<Response> =>
  send({
    ...more,
    url: `${API}${path}`,
    query: { ...more.query, fields: fields.join(',') },
    accept: 'application/vnd.vimeo.*+json;version=3.4',
  })

const isChannel = (handle: string): boolean => handle.startsWith('channels/')

export const readAccount = async ({ send, handle }: AccountRequest<unknown>): Promise<Account<undefined>> => {
  const response = await requestApi(send, pathOf(handle), isChannel(handle) ? CHANNEL : USER)
  const user = response.json()
  const id = idOf(jsonObject(user).uri)
  if (id === null) throw new Refused('broken')
  const stableId = isChannel(handle) ? `channels/${id}` : `user${id}`
  return { id: stableId, handle: stableId, profile: mapUser(user, handle), keep: undefined }
}

export const readPosts = ({ send, handle, after, limit }: PostsRequest<unknown>): Promise<Posts> =>
  walk<JsonObject>({
    after,
    limit,
    anchor: 'count',
    read: (at) => readBatch(send, handle, at, Math.min(limit, MAX_VIDEOS)),
    map: (video) => (isVisible(video, 'list') ? mapVideo(video) : null),
    keyOf: ({ uri }) => idOf(uri) ?? '',
    timeOf: ({ release_time: released, created_time: created }) => parseTime(released) ?? parseTime(created),
    textsOf,
  })

/** The position: page number and page size. */
const AT = /^(?<page>[1-9]\d{0,6}) (?<size>[1-9]\d{0,2})$/

const readBatch = async (
  send: Send,
  handle: string,
  at: string | undefined,
  limit: number,
): Promise<Batch<JsonObject>> => {
  const groups = at === undefined ? { page: '1', size: String(limit) } : AT.exec(at)?.groups
  if (groups === undefined) throw new Refused('invalid_cursor')
  const [page, size] = [Number(groups.page), Number(groups.size)]
  const query = { per_page: size, page, sort: 'date', direction: 'desc' }
  // Vimeo does not document the response for a page after the last.
  const answers = page === 1 ? [] : [400]
  const response = await requestApi(send, `${pathOf(handle)}/videos`, VIDEO, { query, answers })
  if (response.status === 400) return { items: [], next: undefined }
  const { data, paging } = jsonObject(response.json())
  const items = requireList(data).map(jsonObject)
  const next = stringOrNull(jsonObject(paging).next)
  return { items, next: items.length === 0 || next === null ? undefined : nextAt(next, { page: page + 1, size }) }
}

/** The position in Vimeo's URL of the next page; the counted one when the URL does not contain it. */
const nextAt = (url: string, counted: { readonly page: number; readonly size: number }): string => {
  const query = URL.parse(url, API)?.searchParams
  const position = `${query?.get('page') ?? counted.page} ${query?.get('per_page') ?? counted.size}`
  return AT.test(position) ? position : `${counted.page} ${counted.size}`
}

/** Throws Refused (`broken`) for an event, which only Vimeo's oEmbed knows. */
export const readPost = async ({ send, match }: PostRequest<unknown>): Promise<PostResponse> => {
  const { id, hash } = match
  if (id === undefined) throw new Refused('broken', { about: 'post' })
  const response = await requestApi(send, `/videos/${id}${hash === undefined ? '' : `:${hash}`}`, VIDEO, {
    about: 'post',
  })
  if (idOf(jsonObject(response.json()).uri) === null) throw new Refused('broken', { about: 'post' })
  const post = mapVideo(response.json())
  if (post === null) throw new Refused('absent', { about: 'post' })
  if (!isVisible(response.json(), 'alone')) throw new Refused('hidden', { about: 'post' })
  return { post, answer: response }
}
