// Reads a user or channel, a page of its videos, and one video through Vimeo's API.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { notOwnPost } from '../../upstream/contract/not-own-post.ts'
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
import { NEWEST, requestApi, requestVideos, VIDEO_FIELDS } from './call-api.ts'
import { placeOf } from './canonicalize-place.ts'
import { handleOfId, pathOf } from './canonicalize-user.ts'
import { idOf, mapUser } from './map-user.ts'
import { isVisible, isVisibleOf, mapVideo, textsOf } from './map-video.ts'
import { type Keep, readPlace, readPlaceVideos } from './read-place.ts'

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
const isChannel = (handle: string): boolean => handle.startsWith('channels/')

export const readAccount = async ({ send, handle }: AccountRequest<unknown>): Promise<Account<Keep>> => {
  const place = placeOf(handle)
  if (place !== undefined) return readPlace(send, place)
  const response = await requestApi(send, pathOf(handle), isChannel(handle) ? CHANNEL : USER)
  const user = response.json()
  const id = idOf(jsonObject(user).uri)
  if (id === null) throw new Refused('broken')
  const stableId = isChannel(handle) ? `channels/${id}` : handleOfId(id)
  return { id: stableId, handle: stableId, profile: mapUser(user, handle), keep: undefined }
}

export const readPosts = async (request: PostsRequest<unknown, Keep>): Promise<Posts> => {
  const { send, handle, after, limit, own } = request
  const place = placeOf(handle)
  if (place !== undefined) return readPlaceVideos(request, place)
  const list = { path: `${pathOf(handle)}/videos`, sort: NEWEST }
  return walk<JsonObject>({
    after,
    limit,
    anchor: 'count',
    read: (at) => requestVideos(send, list, at, limit),
    map: (video) => ((own ? isVisibleOf(video, own) : isVisible(video, 'list')) ? mapVideo(video) : null),
    keyOf: ({ uri }) => idOf(uri) ?? '',
    timeOf: ({ release_time: released, created_time: created }) => parseTime(released) ?? parseTime(created),
    textsOf,
  })
}

/** Throws Refused (`broken`) for an event, which only Vimeo's oEmbed knows. */
export const readPost = async ({ send, match, own }: PostRequest<unknown>): Promise<PostResponse> => {
  const { id, hash } = match
  if (id === undefined) throw new Refused('broken', { about: 'post' })
  const response = await requestApi(send, `/videos/${id}${hash === undefined ? '' : `:${hash}`}`, VIDEO_FIELDS, {
    about: 'post',
  })
  if (idOf(jsonObject(response.json()).uri) === null) throw new Refused('broken', { about: 'post' })
  const post = mapVideo(response.json())
  if (post === null) throw new Refused('absent', { about: 'post' })
  const video = jsonObject(response.json())
  if (own && idOf(jsonObject(video.user).uri) !== own.id) throw notOwnPost()
  if (!(own ? isVisibleOf(video, own, hash !== undefined) : isVisible(video, 'alone')))
    throw new Refused('hidden', { about: 'post' })
  return { post, answer: response }
}
