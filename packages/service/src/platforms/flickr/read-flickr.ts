// Reads a user, a page of photos, and one photo through Flickr's API. An alias takes one call to look up, an id takes
// none.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { countOrNull, stringOrNull } from '../../post/build-post.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { isRefused, Refused } from '../../upstream/contract/refusal.ts'
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
import { requestId, requestPerson, requestPhoto, requestPhotos, requestSizes } from './call-api.ts'
import { isNsid } from './canonicalize-person.ts'
import { mapPerson } from './map-person.ts'
import { fieldsOfSizes, mapPhoto, textsOf } from './map-photo.ts'

const MAX_PHOTOS = 500

/** Throws Refused (`broken`) when the response has no user. */
const idOf = async (send: Send, handle: string): Promise<string> => {
  if (isNsid(handle)) return handle
  const id = await requestId(send, handle)
  if (typeof id !== 'string' || !isNsid(id)) throw new Refused('broken')
  return id
}

export const readAccount = async ({ send, handle }: AccountRequest<unknown>): Promise<Account<undefined>> => {
  const nsid = await idOf(send, handle)
  const person = (await requestPerson(send, nsid)).json()
  if (Object.keys(jsonObject(jsonObject(person).person)).length === 0) throw new Refused('broken')
  return { id: nsid, handle: nsid, profile: mapPerson(person, nsid), keep: undefined }
}

/** `page size` */
const AT = /^(?<page>[1-9]\d{0,6}) (?<size>[1-9]\d{0,2})$/

export const readPosts = ({ send, handle, after, limit, account }: PostsRequest<unknown>): Promise<Posts> =>
  walk<unknown>({
    after,
    limit,
    anchor: 'count',
    async read(at) {
      // Later pages use the id of the cached account.
      const nsid = isNsid(handle) ? handle : after === undefined ? await idOf(send, handle) : (await account()).id
      return readBatch(send, nsid, at, Math.min(limit, MAX_PHOTOS))
    },
    map: mapPhoto,
    keyOf: (photo) => String(jsonObject(photo).id),
    timeOf: (photo) => parseTime(jsonObject(photo).dateupload),
    textsOf,
  })

/** After the last page Flickr is said to return the last page again, so the number of pages decides. */
const readBatch = async (send: Send, nsid: string, at: string | undefined, limit: number): Promise<Batch<unknown>> => {
  const groups = at === undefined ? { page: '1', size: String(limit) } : AT.exec(at)?.groups
  if (groups === undefined) throw new Refused('invalid_cursor')
  const [page, size] = [Number(groups.page), Number(groups.size)]
  const { photos } = jsonObject((await requestPhotos(send, nsid, page, size)).json())
  const { photo, pages, has_next_page: hasNext } = jsonObject(photos)
  const items = requireList(photo)
  const isLast = items.length === 0 || (hasNext === undefined ? page >= (countOrNull(pages) ?? 0) : !Number(hasNext))
  return { items, next: isLast ? undefined : `${page + 1} ${size}` }
}

const BASE_58 = '123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'

/** The id in a short URL. https://www.flickr.com/services/api/misc.urls.html */
export const idOfShort = (short: string): string =>
  Array.from(short)
    .reduce((id, letter) => id * 58n + BigInt(BASE_58.indexOf(letter)), 0n)
    .toString()

/** The sizes take another call. If it fails, the post comes without them. */
export const readPost = async ({ send, match }: PostRequest<unknown>): Promise<PostResponse> => {
  const id = match.id ?? idOfShort(match.short ?? '')
  const [response, sizes] = await Promise.all([
    requestPhoto(send, id),
    requestSizes(send, id)
      .then((found): JsonObject => fieldsOfSizes(found.json()))
      .catch(withoutSizes),
  ])
  const photo = jsonObject(jsonObject(response.json()).photo)
  if (stringOrNull(photo.id) === null) throw new Refused('broken', { about: 'post' })
  const post = stringOrNull(photo.id) === id ? mapPhoto({ ...photo, ...sizes }) : null
  if (post === null) throw new Refused('absent', { about: 'post' })
  return { post, answer: response }
}

const withoutSizes = (error: unknown): JsonObject => {
  if (!isRefused(error)) throw error
  return {}
}
