// Reads a user, a page of photos, and one photo through Flickr's API. An alias takes one call to look up, an id takes
// none.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { stringOrNull } from '../../post/build-post.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { notOwnPost } from '../../upstream/contract/not-own-post.ts'
import type { OwnAccount } from '../../upstream/contract/reach.ts'
import { isRefused, Refused } from '../../upstream/contract/refusal.ts'
import type {
  Account,
  AccountRequest,
  PostRequest,
  PostResponse,
  Posts,
  PostsRequest,
} from '../../upstream/contract/source.ts'
import { walk } from '../../upstream/paging/walk.ts'
import { requestId, requestPerson, requestPhoto, requestPhotos, requestSizes } from './call-api.ts'
import { isNsid } from './canonicalize-person.ts'
import { placeOf } from './canonicalize-place.ts'
import { mapPerson } from './map-person.ts'
import { fieldsOfSizes, mapPhoto, textsOf } from './map-photo.ts'
import { batchesOf } from './read-batch.ts'
import { type Keep, readPlace, readPlacePhotos } from './read-place.ts'

/** Throws Refused (`broken`) when the response has no user. */
const idOf = async (send: Send, handle: string): Promise<string> => {
  if (isNsid(handle)) return handle
  const id = await requestId(send, handle)
  if (typeof id !== 'string' || !isNsid(id)) throw new Refused('broken')
  return id
}

export const readAccount = async (request: AccountRequest<unknown>): Promise<Account<Keep>> => {
  const { send, handle } = request
  if (placeOf(handle) !== undefined) return readPlace(request)
  const nsid = await idOf(send, handle)
  const person = (await requestPerson(send, nsid)).json()
  if (Object.keys(jsonObject(jsonObject(person).person)).length === 0) throw new Refused('broken')
  return { id: nsid, handle: nsid, profile: mapPerson(person, nsid), keep: undefined }
}

/** Photos for friends, for family or for nobody are shown only where the client asked for them. */
const mayShow = (isPublic: unknown, own: OwnAccount | undefined): boolean =>
  own === undefined || own.includesPrivate || Number(isPublic) === 1

export const readPosts = async (request: PostsRequest<unknown, Keep>): Promise<Posts> => {
  const { send, handle, after, limit, account, own } = request
  if (placeOf(handle) !== undefined) return readPlacePhotos(request)
  // Later pages use the id of the cached account.
  const nsid = isNsid(handle) ? handle : after === undefined ? await idOf(send, handle) : (await account()).id
  return walk({
    after,
    limit,
    anchor: 'count',
    read: batchesOf((page, size) => requestPhotos(send, nsid, own, page, size), limit),
    map: (photo) => (mayShow(photo.ispublic, own) ? mapPhoto(photo) : null),
    keyOf: ({ id }) => String(id),
    timeOf: ({ dateupload }) => parseTime(dateupload),
    textsOf,
  })
}

const BASE_58 = '123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'

/** The id in a short URL. https://www.flickr.com/services/api/misc.urls.html */
export const idOfShort = (short: string): string =>
  Array.from(short)
    .reduce((id, letter) => id * 58n + BigInt(BASE_58.indexOf(letter)), 0n)
    .toString()

/** The sizes take another call. If it fails, the post comes without them. */
export const readPost = async ({ send, match, own }: PostRequest<unknown>): Promise<PostResponse> => {
  const id = match.id ?? idOfShort(match.short ?? '')
  const [response, sizes] = await Promise.all([
    requestPhoto(send, id),
    requestSizes(send, id)
      .then((found): JsonObject => fieldsOfSizes(found.json()))
      .catch(withoutSizes),
  ])
  const photo = jsonObject(jsonObject(response.json()).photo)
  if (stringOrNull(photo.id) === null) throw new Refused('broken', { about: 'post' })
  if (own && jsonObject(photo.owner).nsid !== own.id) throw notOwnPost()
  if (!mayShow(jsonObject(photo.visibility).ispublic, own)) throw new Refused('hidden', { about: 'post' })
  const post = stringOrNull(photo.id) === id ? mapPhoto({ ...photo, ...sizes }) : null
  if (post === null) throw new Refused('absent', { about: 'post' })
  return { post, answer: response }
}

const withoutSizes = (error: unknown): JsonObject => {
  if (!isRefused(error)) throw error
  return {}
}
