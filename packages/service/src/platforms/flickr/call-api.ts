// The calls of Flickr's API. A text in its responses is an object with `_content`, or sometimes a plain string.
// https://www.flickr.com/services/api/

import { jsonObject } from '../../parsing/json-value.ts'
import type { Call, Response, Send } from '../../upstream/contract/call.ts'
import type { OwnAccount } from '../../upstream/contract/reach.ts'

export const API = 'https://api.flickr.com'

const FORMAT = { format: 'json', nojsoncallback: 1 } as const
const call = (method: string, query: Call['query'], more: Omit<Call, 'url' | 'query'> = {}): Call => ({
  url: `${API}/services/rest/`,
  query: { method: `flickr.${method}`, ...FORMAT, ...query },
  ...more,
})

export const PROBE: Call = call('test.echo', {})

/** The extras of the last line are undocumented, but Flickr returns them. */
const EXTRAS = [
  ...['description', 'license', 'date_upload', 'date_taken', 'owner_name', 'icon_server', 'tags', 'views', 'media'],
  ...['path_alias', 'o_dims', 'url_q', 'url_n', 'url_m', 'url_z', 'url_c', 'url_l', 'url_o'],
  ...['url_h', 'url_k', 'count_faves', 'count_comments'],
].join(',')

/** The id that an alias belongs to. */
export const requestId = async (send: Send, alias: string): Promise<unknown> => {
  const url = `https://www.flickr.com/photos/${alias}/`
  const response = await send(call('urls.lookupUser', { url }, { revalidate: true }))
  return jsonObject(jsonObject(response.json()).user).id
}

export const requestPerson = (send: Send, nsid: string): Promise<Response> =>
  send(call('people.getInfo', { user_id: nsid }))

/** A method that returns a list of photos, and its arguments. */
export type ListQuery = { readonly method: string } & Readonly<Record<string, string | number>>

export const requestList = (
  send: Send,
  { method, ...query }: ListQuery,
  page: number,
  size: number,
): Promise<Response> => send(call(method, { ...query, per_page: size, page, extras: EXTRAS }))

/** Safe photos only, as callers without a login get them. */
const SAFE = { safe_search: 1 } as const

/** `own`: of the account whose token signs; the method for everything of it is refused without one. */
export const requestPhotos = (
  send: Send,
  nsid: string,
  own: OwnAccount | undefined,
  page: number,
  size: number,
): Promise<Response> => {
  const method = own?.includesPrivate ? 'people.getPhotos' : 'people.getPublicPhotos'
  return requestList(send, { method, user_id: nsid, ...(own && SAFE) }, page, size)
}

export const requestSet = (send: Send, nsid: string, id: string): Promise<Response> =>
  send(call('photosets.getInfo', { photoset_id: id, user_id: nsid }))

export const requestGallery = (send: Send, user: string, id: string): Promise<Response> =>
  send(call('urls.lookupGallery', { url: `https://www.flickr.com/photos/${user}/galleries/${id}/` }))

/** The id that the alias of a group belongs to. */
export const requestGroupId = async (send: Send, alias: string): Promise<unknown> => {
  const url = `https://www.flickr.com/groups/${alias}/`
  const response = await send(call('urls.lookupGroup', { url }, { revalidate: true }))
  return jsonObject(jsonObject(response.json()).group).id
}

export const requestGroup = (send: Send, nsid: string): Promise<Response> =>
  send(call('groups.getInfo', { group_id: nsid }))

export const requestPhoto = (send: Send, id: string): Promise<Response> =>
  send(call('photos.getInfo', { photo_id: id }, { about: 'post' }))

export const requestSizes = (send: Send, id: string): Promise<Response> =>
  send(call('photos.getSizes', { photo_id: id }, { about: 'post' }))

/** A text in either form. */
export const contentOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? jsonObject(value)._content : value
