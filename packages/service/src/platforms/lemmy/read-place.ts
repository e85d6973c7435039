// Reads a server's posts, or those of a multi-community, of a feed of PieFed or of a tag of Mbin.

import { jsonObject } from '../../parsing/json-value.ts'
import { buildHashtag } from '../../post/build-named-profile.ts'
import { buildProfile } from '../../post/build-post.ts'
import type { Call, Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import type { Account, AccountRequest, Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { walk } from '../../upstream/paging/walk.ts'
import { LOOKUP_STATUSES } from '../../urls/find-actor.ts'
import { jsonBody } from '../../urls/json-body.ts'
import { dialectOf, hasEnded, isPiefed, languagesOf, requestSite, saysNotFound, urlOf } from './call-server.ts'
import { type Place, placeOf } from './canonicalize-place.ts'
import type { List } from './dialect.ts'
import { DIALECTS, type DialectName, MAX_ITEMS } from './dialects.ts'
import { kindOf } from './kinds.ts'
import { idOf } from './map-actor.ts'
import { mapFeed, mapMulti, mapServer } from './map-place.ts'
import { keyOf, mapPost, textsOf, timeOf } from './map-post.ts'

/** What pages of posts need to know. */
export type PlaceKeep = {
  readonly dialect: DialectName
  /** The id of a feed on the server. */
  readonly feed?: string
}

const placeIn = (handle: string): Place => {
  const place = placeOf(handle)
  if (place === undefined) throw new Refused('broken')
  return place
}

const noServer = () => new Refused('absent', { evidence: 'status' })

/** Throws Refused: `absent`, also for a multi-community or tag of a server that has none; `hidden`. */
export const readPlace = async ({ send, handle, limit }: AccountRequest<unknown>): Promise<Account<PlaceKeep>> => {
  const place = placeIn(handle)
  const { host } = place
  const id = `${kindOf(handle)} ${handle}`
  if (place.is === 'tag') return readMbin(send, place, { handle, id, limit })
  if ('name' in place && place.is === 'feed') return readFeed(send, place, { handle, id })
  const dialect = await dialectOf(send, host)
  if (!('name' in place)) {
    const { site_view: view } = await requestSite(send, host, dialect)
    if (view === undefined)
      return (await isPiefed(send, host))
        ? readPiefed(send, place, { handle, id })
        : readMbin(send, place, { handle, id, limit })
    const listing = place.is === 'local' ? 'Local' : 'All'
    return { id, profile: mapServer(jsonObject(view), { handle, id, host, listing }), keep: { dialect } }
  }
  if (dialect === 'v3') throw noServer()
  const response = await send({ url: urlOf(host, dialect, 'multi_community'), query: { name: place.name } })
  const view = jsonObject(jsonObject(response.json()).multi_community_view)
  if (idOf(jsonObject(view.multi).id) === null) throw new Refused('broken')
  return { id, profile: mapMulti(view, { handle, id, host }), keep: { dialect } }
}

/** Throws Refused: `absent`. */
const readFeed = async (
  send: Send,
  { host, name }: Extract<Place, { readonly name: string }>,
  { handle, id }: { readonly handle: string; readonly id: string },
): Promise<Account<PlaceKeep>> => {
  const response = await send({ url: urlOf(host, 'alpha', 'feed'), query: { name }, answers: LOOKUP_STATUSES })
  const body = jsonBody(response)
  if (saysNotFound(response, body.message) && (await isPiefed(send, host))) throw new Refused('absent')
  if (response.status !== 200) throw noServer()
  // Versions differ in whether the feed stands in an object of its own.
  const feed = jsonObject(body.feed ?? body)
  const number = idOf(feed.id)
  if (number === null) throw new Refused('broken')
  return { id, profile: mapFeed(feed, { handle, id, host }), keep: { dialect: 'alpha', feed: number } }
}

const readPiefed = async (
  send: Send,
  place: Extract<Place, { readonly is: 'local' | 'all' }>,
  { handle, id }: { readonly handle: string; readonly id: string },
): Promise<Account<PlaceKeep>> => {
  const { host } = place
  const { site } = await requestSite(send, host, 'alpha')
  const view = { site, counts: { users: jsonObject(site).user_count } }
  const listing = place.is === 'local' ? 'Local' : 'All'
  return { id, profile: mapServer(view, { handle, id, host, listing }), keep: { dialect: 'alpha' } }
}

/** Throws Refused (`absent`). Mbin does not describe itself or its tags, so the list proves that they exist. */
const readMbin = async (
  send: Send,
  place: Exclude<Place, { readonly name: string }>,
  { handle, id, limit }: { readonly handle: string; readonly id: string; readonly limit: number },
): Promise<Account<PlaceKeep>> => {
  const { host } = place
  const list = DIALECTS.mbin.place(place, Math.min(limit, MAX_ITEMS), '')
  const { pagination } = jsonBody(await send(callOf(host, 'mbin', list, undefined)))
  if (typeof jsonObject(pagination).currentPage !== 'number') throw noServer()
  const url = place.is === 'tag' ? `https://${host}/tag/${encodeURIComponent(place.tag)}` : `https://${host}/`
  const profile =
    place.is === 'tag'
      ? buildHashtag({ handle, id, url, tag: place.tag })
      : buildProfile({ handle, id, url, displayName: host })
  return { id, profile, keep: { dialect: 'mbin' } }
}

/** Of the first page, the call is the same as that which reads the profile, so that one is made. */
const callOf = (host: string, dialect: DialectName, { path, query, at }: List, position: string | undefined): Call => ({
  url: urlOf(host, dialect, path),
  query: { ...query, [at[0]]: position },
  ...(dialect === 'mbin' && { answers: LOOKUP_STATUSES }),
})

export const readPlacePosts = async (
  { send, handle, after, limit }: Omit<PostsRequest<unknown>, 'account'>,
  { dialect, feed = '' }: PlaceKeep,
): Promise<Posts> => {
  const place = placeIn(handle)
  const { host } = place
  const list = DIALECTS[dialect].place(place, Math.min(limit, MAX_ITEMS), feed)
  const { at: position, anchor, read } = list
  const [, pattern] = position
  const languages = await languagesOf(send, host, dialect)
  return walk({
    after,
    limit,
    anchor,
    async read(at) {
      if (at !== undefined && !pattern.test(at)) throw new Refused('invalid_cursor')
      const response = await send(callOf(host, dialect, list, at))
      if (hasEnded(response, dialect, at)) return { items: [], next: undefined }
      if (response.status !== 200) throw new Refused('broken')
      const batch = read(jsonObject(response.json()), at)
      return batch.items.length === 0 ? { items: [], next: undefined } : batch
    },
    map: (view) =>
      mapPost(view, { languages, listedIn: place.is === 'local' || place.is === 'all' ? 'server' : undefined }),
    keyOf,
    timeOf,
    textsOf,
  })
}
