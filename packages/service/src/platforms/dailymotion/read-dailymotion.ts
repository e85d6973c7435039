// Reads a user, a page of videos, and one video through Dailymotion's public API.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { stringOrNull } from '../../post/build-post.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import type {
  Account,
  AccountRequest,
  PostRequest,
  PostResponse,
  Posts,
  PostsRequest,
} from '../../upstream/contract/source.ts'
import { walk } from '../../upstream/paging/walk.ts'
import { requestApi, requestVideos, USER, VIDEO } from './call-api.ts'
import { placeOf } from './canonicalize-place.ts'
import { isPublic, mapUser, mapVideo, publishedAtOf, textsOf } from './map-video.ts'
import { readPlace, readPlaceVideos } from './read-place.ts'

export const readAccount = async ({ send, handle }: AccountRequest<unknown>): Promise<Account<undefined>> => {
  const place = placeOf(handle)
  if (place !== undefined) return readPlace(send, place)
  const user = (await requestApi(send, `/user/${handle}`, USER)).json()
  const id = stringOrNull(jsonObject(user).id)
  if (id === null) throw new Refused('broken')
  return { id, handle: id.toLowerCase(), profile: mapUser(user, handle), keep: undefined }
}

export const readPosts = async (request: PostsRequest<unknown>): Promise<Posts> => {
  const { send, handle, after, limit } = request
  const place = placeOf(handle)
  if (place !== undefined) return readPlaceVideos(request, place)
  const list = { path: `/user/${handle}/videos`, query: { sort: 'recent', family_filter: 0 } }
  return walk<JsonObject>({
    after,
    limit,
    anchor: 'count',
    read: (at) => requestVideos(send, list, at, limit),
    map: (video) => (isPublic(video) ? mapVideo(video) : null),
    keyOf: ({ id }) => String(id),
    timeOf: publishedAtOf,
    textsOf,
  })
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
