// Calls Helix: a user, a page of videos or clips, one of them. https://dev.twitch.tv/docs/api/reference/

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
import { byToken } from '../../upstream/paging/batches.ts'
import { walk } from '../../upstream/paging/walk.ts'
import { filterOf } from './canonicalize-channel.ts'
import { mapClip, mapUser, mapVideo } from './map-video.ts'
import { API } from './urls.ts'

const MAX_ITEMS = 100

const requestHelix = (send: Send, method: string, call: Omit<Call, 'url'>): Promise<Response> =>
  send({ ...call, url: `${API}/helix/${method}` })

const dataOf = (response: Response): readonly JsonObject[] =>
  requireList(jsonObject(response.json()).data).map(jsonObject)

/** For unknown logins and closed accounts, Helix returns 200 with an empty list. */
export const readAccount = async ({ send, handle }: AccountRequest<unknown>): Promise<Account<undefined>> => {
  const response = await requestHelix(send, 'users', { query: filterOf(handle) })
  const profile = mapUser(dataOf(response)[0] ?? {})
  if (profile?.id == null) throw new Refused('absent')
  return { id: profile.id, handle: `id/${profile.id}`, profile, keep: undefined }
}

/** Variant → the API's type of video. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['posts', 'all'],
  ['broadcasts', 'archive'],
  ['highlights', 'highlight'],
  ['uploads', 'upload'],
])

export const readPosts = (request: PostsRequest<unknown>): Promise<Posts> => {
  const { send, handle, variant, after, limit } = request
  const type = TYPES.get(variant)
  const isClips = type === undefined

  const requestFor = async (cursor: string | undefined): Promise<Response> => {
    const filter = filterOf(handle)
    const id = 'id' in filter ? filter.id : (await request.account()).id
    const page = { first: Math.min(limit, MAX_ITEMS), after: cursor }
    // The previous page succeeded, so a 400 means a bad cursor, whatever the message says.
    const answers = cursor === undefined ? [] : [400]
    const response = await (isClips
      ? requestHelix(send, 'clips', { query: { broadcaster_id: id, ...page }, answers })
      : requestHelix(send, 'videos', { query: { user_id: id, type, sort: 'time', period: 'all', ...page }, answers }))
    if (response.status === 400) throw new Refused('invalid_cursor')
    return response
  }

  return walk<JsonObject>({
    after,
    limit,
    // Cursors contain offsets.
    anchor: 'count',
    read: byToken(async (cursor) => {
      const response = await requestFor(cursor)
      const next = stringOrNull(jsonObject(jsonObject(response.json()).pagination).cursor)
      return { items: dataOf(response), next: next ?? undefined }
    }),
    keyOf: ({ id }) => String(id),
    // Clips are sorted by views.
    ...(!isClips && { timeOf: (video) => parseTime(video.published_at) }),
    map: isClips ? mapClip : mapVideo,
  })
}

export const readPost = async ({ send, match: { clip, id = '' } }: PostRequest<unknown>): Promise<PostResponse> => {
  const response = await requestHelix(send, clip === undefined ? 'videos' : 'clips', {
    query: { id: clip ?? id },
    about: 'post',
  })
  const [found] = dataOf(response)
  const post = found && (clip === undefined ? mapVideo : mapClip)(found)
  if (!post) throw new Refused('absent', { about: 'post' })
  return { post, answer: response }
}
