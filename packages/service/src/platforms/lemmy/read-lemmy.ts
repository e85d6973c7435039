// Reads a user or community of a Lemmy, PieFed or Mbin server, a page of posts, and one post.

import { ApiError, isApiError } from '../../errors.ts'
import { hostName } from '../../parsing/host-name.ts'
import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import type { Response, Send } from '../../upstream/contract/call.ts'
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
import { findActor, LOOKUP_STATUSES, type LookUp, readLookup } from '../../urls/find-actor.ts'
import { jsonBody } from '../../urls/json-body.ts'
import { requestUnknownHost } from '../../urls/request-unknown-host.ts'
import { adaptProfile } from './adapt-mbin.ts'
import { dialectOf, hasEnded, isPiefed, isSite, languagesOf, requestSite, saysNotFound, urlOf } from './call-server.ts'
import { handleOf, type Named, nameOf } from './canonicalize-name.ts'
import { placeOf } from './canonicalize-place.ts'
import { DIALECTS, type DialectName, MAX_ITEMS } from './dialects.ts'
import { idOf, mapProfile } from './map-actor.ts'
import { keyOf, mapPost, textsOf, timeOf } from './map-post.ts'
import { type PlaceKeep, readPlace, readPlacePosts } from './read-place.ts'

type Settings = unknown

/** What pages of posts need to know about their account. */
type NamedKeep = {
  readonly named: Named
  readonly dialect: DialectName
  /** The id on the server. */
  readonly id?: string
}
export type Keep = NamedKeep | PlaceKeep

export const readAccount = (request: AccountRequest<Settings>): Promise<Account<Keep>> =>
  placeOf(request.handle) === undefined ? readNamed(request) : readPlace(request)

const readNamed = async ({
  send,
  handle: requestedHandle,
  limit,
}: AccountRequest<Settings>): Promise<Account<NamedKeep>> => {
  const { kind, ...actor } = nameOf(requestedHandle)
  const { place, found } = await findActor(send, actor, (name, host) => lookUp(send, { kind, name, host }, limit))
  const named = { kind, name: place.name, host: place.host }
  const handle = handleOf(named)
  const profile = mapProfile(found.view, kind, handle)
  const id = idOf(jsonObject(found.view[kind]).id) ?? ''
  return { id: handle, handle, profile, keep: { named, dialect: found.dialect, id } }
}

type Found = { readonly view: JsonObject; readonly dialect: DialectName }

const lookUp = async (send: Send, named: Named, limit: number): Promise<LookUp<Found>> => {
  const dialect = await dialectOf(send, named.host)
  const found = await lookUpIn(send, named, limit, dialect)
  if (dialect !== 'v3' || 'found' in found || found.isFinal || found.refusal.evidence === 'own') return found
  if (await isPiefed(send, named.host)) return lookUpIn(send, named, limit, 'alpha')
  const ofMbin = await lookUpIn(send, named, limit, 'mbin')
  return 'found' in ofMbin ? ofMbin : found
}

const lookUpIn = async (send: Send, named: Named, limit: number, dialect: DialectName): Promise<LookUp<Found>> => {
  const { kind, host } = named
  const { path, query } = DIALECTS[dialect].profile(named, Math.min(limit, MAX_ITEMS))
  const response = await send({ url: urlOf(host, dialect, path), query, answers: LOOKUP_STATUSES })
  if (dialect === 'alpha' && saysNotFound(response, jsonBody(response).message))
    return { refusal: new Refused('absent'), isFinal: false }
  return readLookup(response, host, 'absent', (body) => {
    const view = dialect === 'mbin' ? adaptProfile(body, kind, host) : jsonObject(body[`${kind}_view`])
    return idOf(jsonObject(view[kind]).id) === null ? undefined : { view, dialect }
  })
}

export const readPosts = async (request: PostsRequest<Settings, Keep>): Promise<Posts> => {
  const { keep } = await request.account()
  return 'named' in keep ? readPostsOf(request, keep) : readPlacePosts(request, keep)
}

const readPostsOf = async (
  { send, after, limit }: PostsRequest<Settings, Keep>,
  { named, dialect, id = '' }: NamedKeep,
): Promise<Posts> => {
  const { path, query, at: place, anchor, read } = DIALECTS[dialect].list(named, Math.min(limit, MAX_ITEMS), id)
  const [field, pattern] = place
  const languages = await languagesOf(send, named.host, dialect)
  return walk({
    after,
    limit,
    anchor,
    async read(at) {
      if (at !== undefined && !pattern.test(at)) throw new Refused('invalid_cursor')
      const response = await send({
        url: urlOf(named.host, dialect, path),
        query: at === undefined ? query : { ...query, [field]: at },
        // The same as in the lookup of a user, so that its call is reused for the first page.
        answers: LOOKUP_STATUSES,
      })
      if (hasEnded(response, dialect, at)) return { items: [], next: undefined }
      if (response.status !== 200) throw new Refused('broken')
      const batch = read(jsonObject(response.json()), at)
      return batch.items.length === 0 ? { items: [], next: undefined } : batch
    },
    map: (view) => mapPost(view, { languages, listedIn: named.kind }),
    keyOf,
    timeOf,
    textsOf,
  })
}

/** Throws Refused: `absent`, `hidden`; ApiError `unsupported_post_url` when the host is not a Lemmy server. */
export const readPost = async ({ send, match }: PostRequest<Settings>): Promise<PostResponse> => {
  const host = hostName(match.host ?? '')
  if (host === undefined) throw new ApiError('unsupported_post_url')
  const response = await requestForPost(send, host, match.id ?? '')
  const view = jsonObject(response.json()).post_view
  const languages = await languagesOf(send, host, response.url.includes('/api/v4/') ? 'v4' : 'v3')
  const post = mapPost(view, { languages, listedIn: undefined })
  if (post === null) throw new Refused('absent', { about: 'post' })
  return { post, answer: response }
}

/** In 1.0 a post has the same id in both versions of the API. */
const requestForPost = async (send: Send, host: string, id: string): Promise<Response> => {
  const requestFor = (dialect: DialectName) =>
    requestUnknownHost(send, { url: urlOf(host, dialect, 'post'), query: { id } }, (body) =>
      Object.hasOwn(body, 'post_view'),
    )
  try {
    return await requestFor('v3').catch((error: unknown) => {
      if (!isApiError(error, 'unsupported_post_url')) throw error
      return requestFor('v4')
    })
  } catch (error) {
    // Many kinds of servers return `not_found`, so another call checks whether this is a Lemmy server.
    const isOtherSoftware = isRefused(error, 'absent') && !(await isLemmy(send, host))
    throw isOtherSoftware ? new ApiError('unsupported_post_url') : error
  }
}

const isLemmy = async (send: Send, host: string): Promise<boolean> =>
  isSite(await requestSite(send, host, 'v3')) || isSite(await requestSite(send, host, 'v4'))
