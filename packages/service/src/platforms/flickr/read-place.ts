// Reads an album, a gallery, a group or a tag through Flickr's API. Each alias takes one call to look up, an id none.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { buildHashtag } from '../../post/build-named-profile.ts'
import { stringOrNull } from '../../post/build-post.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import type { Account, AccountRequest, Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { walk } from '../../upstream/paging/walk.ts'
import { walkUnsorted } from '../../upstream/paging/walk-unsorted.ts'
import { type Tags, writeTags } from '../../urls/tags.ts'
import {
  type ListQuery,
  requestGallery,
  requestGroup,
  requestGroupId,
  requestId,
  requestList,
  requestSet,
} from './call-api.ts'
import { isNsid } from './canonicalize-person.ts'
import { type Place, placeOf } from './canonicalize-place.ts'
import { mapPhoto, textsOf } from './map-photo.ts'
import { mapGroup, mapSet } from './map-place.ts'
import { batchesOf } from './read-batch.ts'

/** Flickr returns no more photos of a search. */
const MOST_FOUND = 4_000

/** What its pages need: the method and its arguments. */
export type Keep = ListQuery | undefined

type PlaceAccount = Account<Keep>

const requireId = (id: unknown): string => {
  if (typeof id !== 'string' || !isNsid(id)) throw new Refused('broken')
  return id
}

/** Throws Refused: `absent`, `broken`. */
const userId = async (send: Send, name: string): Promise<string> =>
  isNsid(name) ? name : requireId(await requestId(send, name))

type In<Is extends Place['is']> = Extract<Place, { readonly is: Is }>

const readAlbum = async (send: Send, { user, id }: In<'album'>): Promise<PlaceAccount> => {
  const owner = await userId(send, user)
  const { photoset } = jsonObject((await requestSet(send, owner, id)).json())
  const set = jsonObject(photoset)
  if (stringOrNull(set.id) !== id) throw new Refused('broken')
  const named = { id: `collection album ${id}`, handle: `${owner}/album/${id}` }
  const keep = { method: 'photosets.getPhotos', photoset_id: id, user_id: owner }
  return { ...named, profile: mapSet({ owner, ...set }, named, 'albums'), keep }
}

/** Methods about a gallery have ids of their own. */
const readGallery = async (send: Send, { user, id }: In<'gallery'>): Promise<PlaceAccount> => {
  const gallery = jsonObject(jsonObject((await requestGallery(send, user, id)).json()).gallery)
  const [galleryId, owner] = [stringOrNull(gallery.id), stringOrNull(gallery.owner)]
  if (galleryId === null || owner === null || !isNsid(owner)) throw new Refused('broken')
  const named = { id: `collection gallery ${id}`, handle: `${owner}/gallery/${id}` }
  const keep = { method: 'galleries.getPhotos', gallery_id: galleryId }
  return { ...named, profile: mapSet(gallery, named, 'galleries'), keep }
}

const readGroup = async (send: Send, { name }: In<'group'>): Promise<PlaceAccount> => {
  const group = isNsid(name) ? name : requireId(await requestGroupId(send, name))
  const response = (await requestGroup(send, group)).json()
  if (Object.keys(jsonObject(jsonObject(response).group)).length === 0) throw new Refused('broken')
  const named = { id: `community ${group}`, handle: `groups/${group}` }
  return { ...named, profile: mapGroup(response, named), keep: { method: 'groups.pools.getPhotos', group_id: group } }
}

const searchFor = ({ any, all, none }: Tags): ListQuery => ({
  method: 'photos.search',
  tags: [...any, ...all, ...none.map((tag) => `-${tag}`)].join(','),
  tag_mode: any.length > 1 ? 'any' : 'all',
  sort: 'date-posted-desc',
  safe_search: 1,
})

const readTag = async (send: Send, { tags, user }: In<'tag'>): Promise<PlaceAccount> => {
  const tag = writeTags(tags)
  const owner = user === undefined ? undefined : await userId(send, user)
  const [first] = tags.any
  const [handle, url] =
    owner === undefined
      ? [`#${tag}`, `https://www.flickr.com/photos/tags/${encodeURIComponent(first)}/`]
      : [`${owner}/tagged/${tag}`, `https://www.flickr.com/photos/${owner}/tags/${encodeURIComponent(first)}/`]
  const id = `${owner === undefined ? 'hashtag' : 'section'} ${handle}`
  const keep = { ...searchFor(tags), ...(owner !== undefined && { user_id: owner }) }
  return { id, handle, profile: buildHashtag({ id, handle, url, tag }), keep }
}

/** Throws Refused: `absent`, `hidden`, `broken`. */
export const readPlace = ({
  send,
  handle,
}: Pick<AccountRequest<unknown>, 'send' | 'handle'>): Promise<PlaceAccount> => {
  const place = placeOf(handle)
  if (place === undefined) throw new Refused('broken')
  if (place.is === 'group') return readGroup(send, place)
  if (place.is === 'tag') return readTag(send, place)
  return place.is === 'album' ? readAlbum(send, place) : readGallery(send, place)
}

const keyOf = (photo: JsonObject): string => String(photo.id)

export const readPlacePhotos = async (request: PostsRequest<unknown, Keep>): Promise<Posts> => {
  const { send, handle, after, limit, account } = request
  const place = placeOf(handle)
  // A global tag needs no lookup.
  const query = place?.is === 'tag' && place.user === undefined ? searchFor(place.tags) : (await account()).keep
  if (place === undefined || query === undefined) throw new Refused('broken')
  const most = place.is === 'tag' ? MOST_FOUND : undefined
  const read = batchesOf((page, size) => requestList(send, query, page, size), limit, most)
  const common = { after, limit, read, map: mapPhoto, keyOf, textsOf }
  if (place.is !== 'group' && place.is !== 'tag') return walkUnsorted(common)
  // A group's photos are sorted by when they were added to it.
  const timeField = place.is === 'group' ? 'dateadded' : 'dateupload'
  return walk({ ...common, anchor: 'count', timeOf: (photo) => parseTime(photo[timeField]) })
}
