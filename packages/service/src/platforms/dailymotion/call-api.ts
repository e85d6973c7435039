// The calls of Dailymotion's public API. One unknown field name fails the whole call, and the error does not say which. Then
// each count is left out in turn, and finally all but the oldest fields. https://developers.dailymotion.com/api/platform-api/

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import type { Call, Response, Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import type { Batch } from '../../upstream/paging/walk.ts'
import { API } from './urls.ts'

const MAX_VIDEOS = 100
/** Rows of a list that can be paged through. Later ones are requested by time. */
const MAX_ROWS = 1_000

export type FieldSet = {
  readonly all: readonly string[]
  /** Fields that Dailymotion may remove independently of each other. */
  readonly counts: readonly string[]
  readonly least: readonly string[]
}

const LEAST_OF_USER = ['id', 'username', 'screenname', 'description', 'url', 'avatar_720_url', 'created_time']
const COUNTS_OF_USER = ['followers_total', 'following_total', 'videos_total']
export const USER: FieldSet = {
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
export const VIDEO: FieldSet = {
  least: LEAST_OF_VIDEO,
  counts: COUNTS_OF_VIDEO,
  all: [
    ...[...LEAST_OF_VIDEO, 'publish_date', 'updated_time', 'thumbnail_1080_url', ...COUNTS_OF_VIDEO],
    ...['language', 'explicit', 'width', 'height', 'owner.avatar_240_url', 'allow_embed'],
  ],
}

export const requestApi = async (
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

/** `page size`, and after the first thousand rows the second before which the videos were made. */
const AT = /^(?<page>[1-9]\d{0,3}) (?<size>[1-9]\d{0,2})(?: (?<before>\d{9,11}))?$/

/** A list of videos. Lists that are not sorted by time end after the first thousand rows. */
export type VideoList = { readonly path: string; readonly query: Readonly<Record<string, string | number>> }

/** Throws Refused: `invalid_cursor`, `broken`. */
export const requestVideos = async (
  send: Send,
  { path, query: filter }: VideoList,
  at: string | undefined,
  limit: number,
): Promise<Batch<JsonObject>> => {
  const groups = AT.exec(at ?? `1 ${Math.min(limit, MAX_VIDEOS)}`)?.groups
  if (groups === undefined) throw new Refused('invalid_cursor')
  const { before } = groups
  const [page, size] = [Number(groups.page), Number(groups.size)]
  const query = { ...filter, limit: size, page, created_before: before }
  const response = jsonObject((await requestApi(send, path, VIDEO, { query })).json())
  const items = requireList(response.list).map(jsonObject)
  if (response.has_more !== true || items.length === 0) return { items, next: undefined }
  const suffix = before === undefined ? '' : ` ${before}`
  if ((page + 1) * size <= MAX_ROWS && page < MAX_VIDEOS) return { items, next: `${page + 1} ${size}${suffix}` }
  if (filter.sort !== 'recent') return { items, next: undefined }
  // More videos may have been made in the second of the last one.
  const last = items.at(-1)?.created_time
  return { items, next: typeof last === 'number' ? `1 ${size} ${last + 1}` : undefined }
}
