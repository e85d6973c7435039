// The calls of Vimeo's API. Every call lists the fields that it needs, since Vimeo allows more of such calls.
// https://developer.vimeo.com/guidelines/rate-limiting

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { stringOrNull } from '../../post/build-post.ts'
import type { Call, Response, Send } from '../../upstream/contract/call.ts'
import { ifThere } from '../../upstream/contract/if-there.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import type { Batch } from '../../upstream/paging/walk.ts'
import { API } from './urls.ts'

const MAX_VIDEOS = 100

export const VIDEO_FIELDS = [
  ...['uri', 'name', 'description', 'link', 'player_embed_url', 'duration', 'width', 'height', 'language'],
  ...['created_time', 'modified_time', 'release_time', 'content_rating', 'privacy.view', 'privacy.embed'],
  ...['pictures.sizes', 'tags.name', 'tags.tag', 'stats.plays', 'type', 'status'],
  ...['metadata.connections.comments.total', 'metadata.connections.likes.total'],
  ...['user.uri', 'user.name', 'user.link', 'user.pictures.type', 'user.pictures.sizes'],
]

export const requestApi = (
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

/** A list of videos: its path, its order, and what a missing one means. */
export type VideoList = {
  readonly path: string
  readonly sort: Readonly<Record<string, string>>
  /** Whether a list that does not exist is an empty one. */
  readonly isSearch?: boolean
}

export const NEWEST = { sort: 'date', direction: 'desc' } as const

/** The position: page number and page size. */
const AT = /^(?<page>[1-9]\d{0,6}) (?<size>[1-9]\d{0,2})$/

/** Throws Refused: `invalid_cursor`, `broken`. */
export const requestVideos = async (
  send: Send,
  { path, sort, isSearch = false }: VideoList,
  at: string | undefined,
  limit: number,
): Promise<Batch<JsonObject>> => {
  const groups = at === undefined ? { page: '1', size: String(Math.min(limit, MAX_VIDEOS)) } : AT.exec(at)?.groups
  if (groups === undefined) throw new Refused('invalid_cursor')
  const [page, size] = [Number(groups.page), Number(groups.size)]
  // Vimeo does not document the response for a page after the last.
  const answers = page === 1 ? [] : [400]
  const requested = requestApi(send, path, VIDEO_FIELDS, { query: { per_page: size, page, ...sort }, answers })
  const response = isSearch ? await ifThere(requested) : await requested
  if (response === undefined || response.status === 400) return { items: [], next: undefined }
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
