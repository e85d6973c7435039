// Reads a showcase, a group or a tag through Vimeo's API. https://developer.vimeo.com/api/reference/showcases

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { lookUp } from '../../parsing/look-up.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { buildHashtag } from '../../post/build-named-profile.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import type { Account, Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { walk } from '../../upstream/paging/walk.ts'
import { walkUnsorted } from '../../upstream/paging/walk-unsorted.ts'
import { NEWEST, requestApi, requestVideos, type VideoList } from './call-api.ts'
import type { Place } from './canonicalize-place.ts'
import { idOf, mapGroup, mapShowcase } from './map-user.ts'
import { isVisible, mapVideo, textsOf } from './map-video.ts'

/** Where its videos are; undefined for a user or channel. */
export type Keep = VideoList | undefined

const OWNER = ['uri', 'name', 'link', 'pictures.type', 'pictures.sizes'].map((field) => `user.${field}`)
const SHOWCASE = [
  ...['uri', 'name', 'link', 'description', 'created_time', 'pictures.type', 'pictures.sizes', 'sort', 'privacy.view'],
  ...['metadata.connections.videos.total', ...OWNER],
]
const GROUP = [
  ...['uri', 'name', 'link', 'description', 'created_time', 'pictures.type', 'pictures.sizes', 'header.sizes'],
  ...['metadata.connections.videos.total', 'metadata.connections.users.total'],
]

/** The owner's choice → the order of the request. `default` takes no direction. */
const SORTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  alphabetical: { sort: 'alphabetical', direction: 'asc' },
  arranged: { sort: 'manual' },
  comments: { sort: 'comments', direction: 'desc' },
  likes: { sort: 'likes', direction: 'desc' },
  newest: NEWEST,
  oldest: { sort: 'date', direction: 'asc' },
  plays: { sort: 'plays', direction: 'desc' },
}
const OTHER_SORT = { sort: 'default' }

const readShowcase = async (send: Send, id: string): Promise<Account<Keep>> => {
  const showcase = jsonObject((await requestApi(send, `/albums/${id}`, SHOWCASE)).json())
  if (idOf(showcase.uri) !== id) throw new Refused('broken')
  // Behind a password, or only in the frames of other sites.
  if ((jsonObject(showcase.privacy).view ?? 'anybody') !== 'anybody') throw new Refused('hidden')
  const named = { id: `collection showcase ${id}`, handle: `showcase/${id}` }
  const sort = lookUp(SORTS, String(showcase.sort)) ?? OTHER_SORT
  return { ...named, profile: mapShowcase(showcase, named), keep: { path: `/albums/${id}/videos`, sort } }
}

const readGroup = async (send: Send, name: string): Promise<Account<Keep>> => {
  const group = jsonObject((await requestApi(send, `/groups/${name}`, GROUP)).json())
  const id = idOf(group.uri)
  if (id === null) throw new Refused('broken')
  const named = { id: `community ${id}`, handle: `groups/${id}` }
  return { ...named, profile: mapGroup(group, named), keep: listOfGroup(id) }
}

const listOfGroup = (name: string): VideoList => ({ path: `/groups/${name}/videos`, sort: NEWEST })
const listOfTag = (tag: string): VideoList => ({
  path: `/tags/${encodeURIComponent(tag)}/videos`,
  sort: { sort: 'created_time', direction: 'desc' },
  isSearch: true,
})

/** Throws Refused: `absent`, `hidden`, `broken`. */
export const readPlace = async (send: Send, place: Place): Promise<Account<Keep>> => {
  if (place.is === 'showcase') return readShowcase(send, place.id)
  if (place.is === 'group') return readGroup(send, place.name)
  const { tag } = place
  const named = { id: `hashtag #${tag}`, handle: `#${tag}` }
  const url = `https://vimeo.com/tag:${encodeURIComponent(tag)}`
  return { ...named, profile: buildHashtag({ ...named, url, tag }), keep: listOfTag(tag) }
}

export const readPlaceVideos = async (request: PostsRequest<unknown, Keep>, place: Place): Promise<Posts> => {
  const { send, after, limit, account } = request
  const list =
    place.is === 'tag' ? listOfTag(place.tag) : place.is === 'group' ? listOfGroup(place.name) : (await account()).keep
  if (list === undefined) throw new Refused('broken')
  const common = {
    ...{ after, limit, textsOf },
    read: (at: string | undefined) => requestVideos(send, list, at, limit),
    map: (video: JsonObject) => (isVisible(video, 'list') ? mapVideo(video) : null),
    keyOf: ({ uri }: JsonObject) => idOf(uri) ?? '',
  }
  if (place.is === 'showcase') return walkUnsorted(common)
  return walk({ ...common, anchor: 'count', timeOf: (video) => timeOf(video, place.is) })
}

/** The time that the list is sorted by. */
const timeOf = ({ release_time: released, created_time: created }: JsonObject, is: Place['is']): string | null =>
  (is === 'tag' ? null : parseTime(released)) ?? parseTime(created)
