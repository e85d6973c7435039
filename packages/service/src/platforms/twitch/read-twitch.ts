// Reads a channel or category of Twitch, a page of videos or clips, one of them.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { stringOrNull } from '../../post/build-post.ts'
import type { Response } from '../../upstream/contract/call.ts'
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
import { dataOf, MAX_ITEMS, requestHelix } from './call-helix.ts'
import { filterOf } from './canonicalize-channel.ts'
import { gameOf } from './canonicalize-game.ts'
import { mapClip, mapUser, mapVideo } from './map-video.ts'
import { readGame, readGamePosts } from './read-game.ts'

/** For unknown logins and closed accounts, Helix returns 200 with an empty list. */
export const readAccount = async ({ send, handle }: AccountRequest<unknown>): Promise<Account<undefined>> => {
  const game = gameOf(handle)
  if (game !== undefined) return readGame(send, game)
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
  if (gameOf(handle) !== undefined) return readGamePosts(request, type)
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
