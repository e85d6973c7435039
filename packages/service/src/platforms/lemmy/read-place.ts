// Reads a server's posts, or those of a multi-community or of a feed of PieFed.

import { jsonObject } from '../../parsing/json-value.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import type { Account, AccountRequest, Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { walk } from '../../upstream/paging/walk.ts'
import { LOOKUP_STATUSES } from '../../urls/find-actor.ts'
import { jsonBody } from '../../urls/json-body.ts'
import { dialectOf, isPiefed, languagesOf, requestSite, saysNotFound, urlOf } from './call-server.ts'
import { type Place, placeOf } from './canonicalize-place.ts'
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

/** Throws Refused: `absent`, also for a multi-community of a server that has none; `hidden`. */
export const readPlace = async ({ send, handle }: AccountRequest<unknown>): Promise<Account<PlaceKeep>> => {
  const place = placeIn(handle)
  const { host } = place
  const id = `${kindOf(handle)} ${handle}`
  if ('name' in place && place.is === 'feed') return readFeed(send, place, { handle, id })
  const dialect = await dialectOf(send, host)
  if (!('name' in place)) {
    const { site_view: view } = await requestSite(send, host, dialect)
    if (view === undefined) return readPiefed(send, place, { handle, id })
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
  place: Exclude<Place, { readonly name: string }>,
  { handle, id }: { readonly handle: string; readonly id: string },
): Promise<Account<PlaceKeep>> => {
  const { host } = place
  if (!(await isPiefed(send, host))) throw noServer()
  const { site } = await requestSite(send, host, 'alpha')
  const view = { site, counts: { users: jsonObject(site).user_count } }
  const listing = place.is === 'local' ? 'Local' : 'All'
  return { id, profile: mapServer(view, { handle, id, host, listing }), keep: { dialect: 'alpha' } }
}

export const readPlacePosts = async (
  { send, handle, after, limit }: Omit<PostsRequest<unknown>, 'account'>,
  { dialect, feed = '' }: PlaceKeep,
): Promise<Posts> => {
  const place = placeIn(handle)
  const { host } = place
  const { path, query, at: position, anchor, read } = DIALECTS[dialect].place(place, Math.min(limit, MAX_ITEMS), feed)
  const [field, pattern] = position
  const languages = await languagesOf(send, host, dialect)
  return walk({
    after,
    limit,
    anchor,
    async read(at) {
      if (at !== undefined && !pattern.test(at)) throw new Refused('invalid_cursor')
      const response = await send({ url: urlOf(host, dialect, path), query: { ...query, [field]: at } })
      const batch = read(jsonObject(response.json()), at)
      return batch.items.length === 0 ? { items: [], next: undefined } : batch
    },
    map: (view) => mapPost(view, { languages, listedIn: 'name' in place ? undefined : 'server' }),
    keyOf,
    timeOf,
    textsOf,
  })
}
