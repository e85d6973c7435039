// Reads a playlist, a category or a tag through Dailymotion's public API.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { buildHashtag, buildSearch } from '../../post/build-named-profile.ts'
import { stringOrNull } from '../../post/build-post.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import type { Account, Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { walk } from '../../upstream/paging/walk.ts'
import { walkUnsorted } from '../../upstream/paging/walk-unsorted.ts'
import { type FieldSet, requestApi, requestVideos, type VideoList } from './call-api.ts'
import type { Place } from './canonicalize-place.ts'
import { isPublic, mapPlaylist, mapVideo, publishedAtOf, textsOf } from './map-video.ts'

const LEAST_OF_PLAYLIST = ['id', 'name', 'description', 'owner.id', 'owner.username', 'owner.screenname', 'owner.url']
const PLAYLIST: FieldSet = {
  least: LEAST_OF_PLAYLIST,
  counts: ['videos_total'],
  all: [...LEAST_OF_PLAYLIST, 'created_time', 'thumbnail_480_url', 'videos_total', 'owner.avatar_240_url'],
}

/** Throws Refused: `absent`, `hidden`, `broken`. */
export const readPlace = async (send: Send, place: Place): Promise<Account<undefined>> => {
  if (place.is === 'tag') {
    const named = { id: `hashtag #${place.tag}`, handle: `#${place.tag}` }
    return { ...named, profile: buildHashtag({ ...named, url: null, tag: place.tag }), keep: undefined }
  }
  if (place.is === 'category') {
    const named = { id: `search channel/${place.name}`, handle: `channel/${place.name}` }
    const url = `https://www.dailymotion.com/${named.handle}`
    return { ...named, profile: buildSearch({ ...named, url, query: place.name }), keep: undefined }
  }
  const playlist = jsonObject((await requestApi(send, `/playlist/${place.id}`, PLAYLIST)).json())
  const id = stringOrNull(playlist.id)?.toLowerCase()
  if (id === undefined) throw new Refused('broken')
  const named = { id: `collection ${id}`, handle: `playlist/${id}` }
  return { ...named, profile: mapPlaylist(playlist, named), keep: undefined }
}

/** Videos of many authors come without explicit ones, which the filter removes. */
const listOf = (place: Place): VideoList => {
  if (place.is === 'playlist') return { path: `/playlist/${place.id}/videos`, query: { family_filter: 0 } }
  const filter = place.is === 'tag' ? { tags: place.tag } : { channel: place.name }
  return { path: '/videos', query: { ...filter, sort: 'recent', family_filter: 1 } }
}

export const readPlaceVideos = ({ send, after, limit }: PostsRequest<unknown>, place: Place): Promise<Posts> => {
  const list = listOf(place)
  const common = {
    ...{ after, limit, textsOf },
    read: (at: string | undefined) => requestVideos(send, list, at, limit),
    map: (video: JsonObject) => (isPublic(video) ? mapVideo(video) : null),
    keyOf: ({ id }: JsonObject) => String(id),
  }
  return place.is === 'playlist' ? walkUnsorted(common) : walk({ ...common, anchor: 'count', timeOf: publishedAtOf })
}
