// Reads a hashtag, a channel or a clip of a server. All calls are POSTs that only read.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { buildHashtag } from '../../post/build-named-profile.ts'
import { stringOrNull } from '../../post/build-post.ts'
import type { PlatformPost } from '../../post/post.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import type { Account, AccountRequest, Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { byLast } from '../../upstream/paging/batches.ts'
import { walk } from '../../upstream/paging/walk.ts'
import { foldTag, writeTags } from '../../urls/tags.ts'
import { type Place, placeOf } from './canonicalize-place.ts'
import { kindOf } from './kinds.ts'
import { mapNote, textsOf } from './map-note.ts'
import { mapPlace } from './map-place.ts'
import { callTo, idOf, MAX_NOTES, NOTE_ID } from './read-misskey.ts'

const ENDPOINTS = {
  channels: { show: 'channels/show', notes: 'channels/timeline', name: 'channelId' },
  clips: { show: 'clips/show', notes: 'clips/notes', name: 'clipId' },
} as const

const placeIn = (handle: string): Place => {
  const place = placeOf(handle)
  if (place === undefined) throw new Refused('broken')
  return place
}

/** Throws Refused: `absent`, also for a clip that is not public; `closed` (the server requires a login). */
export const readPlace = async ({ send, handle }: AccountRequest<unknown>): Promise<Account<undefined>> => {
  const place = placeIn(handle)
  const { host } = place
  const id = `${kindOf(handle)} ${handle}`
  if (place.is === 'tag') {
    const url = `https://${host}/tags/${encodeURIComponent(place.tags.any[0])}`
    return { id, profile: buildHashtag({ handle, id, url, tag: writeTags(place.tags) }), keep: undefined }
  }
  const { show, name } = ENDPOINTS[place.is]
  const value = jsonObject((await send(callTo(host, show, { [name]: place.id }))).json())
  if (stringOrNull(value.id) === null) throw new Refused('broken')
  if (value.isPublic === false) throw new Refused('hidden')
  return { id, profile: mapPlace(value, { handle, id, host }), keep: undefined }
}

/** Endpoint and its parameters. */
const requestFor = (place: Place, variant: string): readonly [string, JsonObject] => {
  if (place.is !== 'tag') return [ENDPOINTS[place.is].notes, { [ENDPOINTS[place.is].name]: place.id }]
  const { any, all } = place.tags
  const tags = any.length + all.length === 1 ? { tag: any[0] } : { query: any.map((tag) => [tag, ...all]) }
  return ['notes/search-by-tag', { ...tags, ...(variant === 'media' && { withFiles: true }) }]
}

/** undefined if the server returns only what is wanted. */
const filterFor = (place: Place, variant: string): ((post: PlatformPost) => boolean) | undefined => {
  const none = place.is === 'tag' ? place.tags.none : []
  if (variant !== 'media' && none.length === 0) return undefined
  return ({ media, tags }) =>
    (variant !== 'media' || media.length > 0) && !tags.some((tag) => none.includes(foldTag(tag) ?? ''))
}

export const readPlaceNotes = ({ send, now, handle, variant, limit, after }: PostsRequest<unknown>): Promise<Posts> => {
  const place = placeIn(handle)
  const { host } = place
  const [endpoint, query] = requestFor(place, variant)
  const read = async (untilId: string | undefined): Promise<readonly unknown[]> => {
    if (untilId !== undefined && !NOTE_ID.test(untilId)) throw new Refused('invalid_cursor')
    const json = { ...query, limit: Math.min(limit, MAX_NOTES), ...(untilId !== undefined && { untilId }) }
    return requireList((await send(callTo(host, endpoint, json))).json())
  }
  const wants = filterFor(place, variant)
  return walk({
    after,
    limit,
    anchor: 'post',
    // Servers filter after cutting the batch, so only an empty batch is the last one.
    read: byLast(read, idOf),
    map: (note) => mapNote(note, { host, now: now() }),
    keyOf: (note) => String(idOf(note)),
    timeOf: (note) => parseTime(jsonObject(note).createdAt),
    textsOf,
    ...(wants && { wants }),
  })
}
