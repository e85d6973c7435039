// Reads a channel or category of Twitch, a page of videos or clips, one of them.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { countOrNull, stringOrNull } from '../../post/build-post.ts'
import type { Response, Send } from '../../upstream/contract/call.ts'
import { notOwnPost } from '../../upstream/contract/not-own-post.ts'
import { isRefused, Refused } from '../../upstream/contract/refusal.ts'
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
import { filterOf, handleOfId } from './canonicalize-channel.ts'
import { gameOf } from './canonicalize-game.ts'
import { mapClip, mapUser, mapVideo } from './map-video.ts'
import { readGame, readGamePosts } from './read-game.ts'

/** For unknown logins and closed accounts, Helix returns 200 with an empty list. */
export const readAccount = async ({ send, handle, own }: AccountRequest<unknown>): Promise<Account<undefined>> => {
  const game = gameOf(handle)
  if (game !== undefined) return readGame(send, game)
  const response = await requestHelix(send, 'users', { query: filterOf(handle) })
  const profile = mapUser(dataOf(response)[0] ?? {})
  if (profile?.id == null) throw new Refused('absent')
  const followers = own === undefined ? null : await countFollowers(send, profile.id)
  const counts = { ...profile.counts, followers }
  return { id: profile.id, handle: handleOfId(profile.id), profile: { ...profile, counts }, keep: undefined }
}

/** Helix tells it to the owner of a channel only; null if the owner did not grant that. */
const countFollowers = async (send: Send, id: string): Promise<number | null> => {
  const query = { broadcaster_id: id, first: 1 }
  try {
    const response = await requestHelix(send, 'channels/followers', { query, answers: [401] })
    return response.status === 200 ? countOrNull(jsonObject(response.json()).total) : null
  } catch (error) {
    if (isRefused(error, 'credential_lacks_scope')) return null
    throw error
  }
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

export const readPost = async ({
  send,
  match: { clip, id = '' },
  own,
}: PostRequest<unknown>): Promise<PostResponse> => {
  const response = await requestHelix(send, clip === undefined ? 'videos' : 'clips', {
    query: { id: clip ?? id },
    about: 'post',
  })
  const [found] = dataOf(response)
  if (found && own && (found.user_id ?? found.broadcaster_id) !== own.id) throw notOwnPost()
  const post = found && (clip === undefined ? mapVideo : mapClip)(found)
  if (!post) throw new Refused('absent', { about: 'post' })
  return { post, answer: response }
}
