// Reads any public account and its posts through the Research API, for approved researchers. A query spans at most 30 days.
// https://developers.tiktok.com/doc/research-api-specs-query-videos

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseJson } from '../../parsing/parse-json.ts'
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
import { authorNamed, mapUser } from './map-user.ts'
import { mapVideo } from './map-video.ts'
import { requireData, videosOf } from './require-data.ts'
import { API } from './urls.ts'

const USER = [
  ...['display_name', 'bio_description', 'avatar_url', 'is_verified', 'follower_count', 'following_count'],
  ...['likes_count', 'video_count'],
].join()
const VIDEO = [
  ...['id', 'video_description', 'create_time', 'share_count', 'view_count', 'like_count', 'comment_count'],
  ...['hashtag_names', 'username', 'video_duration'],
].join()
type Item = { readonly video: JsonObject; readonly author: Author }

const DAY_MS = 86_400_000
const WINDOW_DAYS = 30
/** Consecutive windows without a video that end the walk: about a year. */
const MAX_EMPTY = 12
const MAX_ITEMS = 100

/** The last day of the window since the epoch, the number of empty windows before it, and the cursor in its list. */
const POSITION = /^(?<day>\d{1,6}) (?<empty>\d{1,2})(?: (?<cursor>\d{1,9}) (?<search>\w{1,40}))?$/

export const readAccount = async ({ send, handle }: AccountRequest<unknown>): Promise<Account<undefined>> => {
  const response = await send({
    url: `${API}/v2/research/user/info/`,
    query: { fields: USER },
    body: { json: { username: handle } },
    cost: { requests: 1 },
  })
  return { id: handle, profile: mapUser(dataOf(response), handle), keep: undefined }
}

export const readPosts = ({ send, now, handle, after, limit, account }: PostsRequest<unknown>): Promise<Posts> =>
  walk<Item>({
    after,
    limit,
    anchor: 'count',
    keyOf: ({ video }) => String(video.id),
    timeOf: ({ video }) => parseTime(video.create_time),
    map: ({ video, author }) => mapVideo(video, author),
    read: byToken(async (at) => {
      const { day, empty, cursor, search } = positionOf(at, now())
      const size = Math.min(MAX_ITEMS, limit)
      const [response, { profile }] = await Promise.all([
        requestVideos(send, 'username', handle, day, size, cursor === undefined ? {} : { cursor, search_id: search }),
        account(),
      ])
      const data = dataOf(response)
      const author = buildAuthor(profile)
      const items = videosOf(data)
        .map((video) => ({ video: jsonObject(video), author }))
        .toSorted((one, other) => Number(other.video.create_time) - Number(one.video.create_time))
      const id = stringOrNull(data.search_id)
      if (data.has_more === true && typeof data.cursor === 'number' && id !== null)
        return { items, next: `${day} 0 ${data.cursor} ${id}` }
      const silent = items.length === 0 && cursor === undefined ? empty + 1 : 0
      return { items, next: silent === MAX_EMPTY ? undefined : `${day - WINDOW_DAYS} ${silent}` }
    }),
  })

/** One post by its id, which contains the second of its creation. */
export const readPost = async ({ send, match }: PostRequest<unknown>): Promise<PostResponse> => {
  const id = match.id ?? ''
  const day = Math.floor((Number(BigInt(id) >> 32n) * 1_000) / DAY_MS) + 1
  const response = await requestVideos(send, 'video_id', id, day, 1, {}, 'post')
  const video = videosOf(dataOf(response))
    .map(jsonObject)
    .find((each) => each.id === id)
  const name = stringOrNull(video?.username)
  const post = video && name !== null ? mapVideo(video, authorNamed(name)) : null
  if (post === null) throw new Refused('absent', { about: 'post' })
  return { post, answer: response }
}

const requestVideos = (
  send: Send,
  field: string,
  value: string,
  day: number,
  size: number,
  page: JsonObject,
  about?: 'post',
): Promise<Response> =>
  send({
    url: `${API}/v2/research/video/query/`,
    query: { fields: VIDEO },
    body: {
      json: {
        query: { and: [{ operation: 'EQ', field_name: field, field_values: [value] }] },
        start_date: dateOf(day - WINDOW_DAYS + 1),
        end_date: dateOf(day),
        max_count: size,
        ...page,
      },
    },
    cost: { requests: 1, records: size },
    ...(about && { about }),
  })

const positionOf = (at: string | undefined, now: number) => {
  if (at === undefined) return { day: Math.floor(now / DAY_MS), empty: 0, cursor: undefined, search: undefined }
  const { day, empty, cursor, search } = POSITION.exec(at)?.groups ?? {}
  if (day === undefined) throw new Refused('invalid_cursor')
  return { day: Number(day), empty: Number(empty), cursor: cursor === undefined ? undefined : Number(cursor), search }
}

/** `20261002`, in UTC. */
const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')

/** Numbers beyond JavaScript's exact integers are ids, and are read as strings. */
const LONG_NUMBER = /"(?<name>id|search_id)"(?<colon>\s{0,9}:\s{0,9})(?<digits>\d{15,20})(?!\d)/g

/** Throws Refused (`broken`) when `data` is missing or empty. */
export const dataOf = (response: Response): JsonObject => {
  try {
    const text = response.text().replace(LONG_NUMBER, '"$<name>"$<colon>"$<digits>"')
    return requireData(jsonObject(parseJson(text)).data)
  } catch (cause) {
    throw new Refused('broken', { cause })
  }
}
