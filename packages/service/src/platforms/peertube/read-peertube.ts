// Calls the API of a PeerTube server: an account or a channel, a page of its videos with their details, one video.

import { ApiError } from '../../errors.ts'
import { hostName } from '../../parsing/host-name.ts'
import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import type { Response, Send } from '../../upstream/contract/call.ts'
import { firstPresent } from '../../upstream/contract/first-present.ts'
import { ifThere } from '../../upstream/contract/if-there.ts'
import { isRefused, Refused } from '../../upstream/contract/refusal.ts'
import type {
  Account,
  AccountRequest,
  PostRequest,
  PostResponse,
  Posts,
  PostsRequest,
} from '../../upstream/contract/source.ts'
import { type Batch, walk } from '../../upstream/paging/walk.ts'
import type { Actor } from '../../urls/actor.ts'
import { findActor, LOOKUP_STATUSES, type LookUp, readLookup } from '../../urls/find-actor.ts'
import { requestUnknownHost } from '../../urls/request-unknown-host.ts'
import { type ActorKind, handleOf, type Named, nameOf } from './canonicalize-actor.ts'
import { placeOf } from './canonicalize-place.ts'
import { mapProfile } from './map-actor.ts'
import { keyOf, mapVideo, textsOf } from './map-video.ts'
import { readPlace, readPlaceVideos } from './read-place.ts'
import type { PeertubeSettings } from './settings.ts'

/** The data of the account that reading its videos needs. */
export type Keep = Actor & { readonly kind: ActorKind }

const MAX_VIDEOS = 100
const OFFSET = /^[1-9]\d{0,8}$/
/** Videos that are requested at the same time. */
const CONCURRENCY = 5

/** Values of the setting that switch details off. */
const NO = /^(?:no|false|off|0)$/i

const apiOf = (host: string): string => `https://${host}/api/v1`

type Found = { readonly kind: ActorKind; readonly actor: JsonObject }

/** Looks up an account, else a channel. */
const lookUp = async (send: Send, kinds: Named['kinds'], name: string, host: string): Promise<LookUp<Found>> => {
  const lookUpAs = (kind: ActorKind) => async () => {
    const response = await send({ url: `${apiOf(host)}/${kind}/${name}`, answers: LOOKUP_STATUSES })
    return readLookup(response, host, 'absent', (actor) =>
      Number.isSafeInteger(actor.id) ? { kind, actor } : undefined,
    )
  }
  const [first, ...others] = kinds
  return firstPresent([lookUpAs(first), ...others.map(lookUpAs)])
}

const requestVideos = (send: Send, { name, host, kind }: Keep, variant: string, start: number, limit: number) => {
  const isLive = variant === 'live' ? 'true' : undefined
  const query = { start, count: Math.min(limit, MAX_VIDEOS), sort: '-publishedAt', nsfw: 'both', isLive }
  return send({ url: `${apiOf(host)}/${kind}/${name}/videos`, query })
}

export const readAccount = async (request: AccountRequest<PeertubeSettings>): Promise<Account<Keep | undefined>> => {
  const { send, handle: requested, limit } = request
  if (placeOf(requested) !== undefined) return readPlace(request)
  const { kinds, ...named } = nameOf(requested)
  const { place, found } = await findActor(send, named, (name, host) => lookUp(send, kinds, name, host))
  const keep = { name: place.name, host: place.host, kind: found.kind }
  const handle = handleOf({ ...keep, kinds })
  // The total of videos comes with their first page.
  const videos = await ifThere(requestVideos(send, keep, 'posts', 0, limit))
  const profile = mapProfile(found.actor, handle, keep.host, jsonObject(videos?.json()).total)
  return { id: handle, handle, profile, keep }
}

export const readPosts = async (request: PostsRequest<PeertubeSettings, Keep | undefined>): Promise<Posts> => {
  const { send, variant, after, limit, account, settings } = request
  const wantsDetails = !NO.test(settings.PEERTUBE_DETAILS)
  const details = (host: string) => (videos: readonly unknown[]) => readDetails(send, host, videos)
  if (placeOf(request.handle) !== undefined) return readPlaceVideos(request, wantsDetails ? details : undefined)
  const { keep } = await account()
  if (keep === undefined) throw new Refused('broken')
  const { host, kind } = keep
  return walk({
    after,
    limit,
    // A new video shifts all later offsets.
    anchor: 'count',
    read: async (at) => {
      if (at !== undefined && !OFFSET.test(at)) throw new Refused('invalid_cursor')
      const start = Number(at ?? '0')
      return batchOf(await requestVideos(send, keep, variant, start, limit), start)
    },
    map: (video) => mapVideo(video, { host, kind }),
    keyOf,
    timeOf: (video) => parseTime(jsonObject(video).publishedAt),
    textsOf,
    ...(wantsDetails && { enrich: details(host) }),
  })
}

const batchOf = (response: Response, start: number): Batch<unknown> => {
  const { data, total } = jsonObject(response.json())
  if (!Array.isArray(data)) throw new Refused('broken')
  const end = start + data.length
  const isLast = data.length === 0 || (typeof total === 'number' && end >= total)
  return { items: data, next: isLast ? undefined : String(end) }
}

/** Lists have neither tags nor files, and shorten descriptions. Videos that were deleted in the meantime are left out. */
const readDetails = async (send: Send, host: string, videos: readonly unknown[]): Promise<readonly unknown[]> => {
  const details: unknown[] = []
  for (let from = 0; from < videos.length; from += CONCURRENCY) {
    const some = videos.slice(from, from + CONCURRENCY).map((video) => readDetail(send, host, video))
    details.push(...(await Promise.all(some)).flat())
  }
  return details
}

const readDetail = async (send: Send, host: string, video: unknown): Promise<readonly unknown[]> => {
  try {
    const url = `${apiOf(host)}/videos/${encodeURIComponent(keyOf(video).toWellFormed())}`
    const detail = jsonObject((await send({ url, revalidate: true, about: 'post' })).json())
    // Some fields are only in lists.
    return [{ ...jsonObject(video), ...detail }]
  } catch (error) {
    if (isRefused(error, 'absent', 'hidden') && error.evidence === 'own') return []
    throw error
  }
}

/** One video by its URL. Throws Refused: `absent`, `hidden`; throws `unsupported_post_url` when the host runs no PeerTube. */
export const readPost = async ({ send, match }: PostRequest<PeertubeSettings>): Promise<PostResponse> => {
  const host = hostName(match.host ?? '')
  if (host === undefined) throw new ApiError('unsupported_post_url')
  const isVideo = ({ uuid, channel }: JsonObject) => typeof uuid === 'string' && typeof channel === 'object'
  const response = await requestUnknownHost(send, { url: `${apiOf(host)}/videos/${match.id ?? ''}` }, isVideo)
  const post = mapVideo(response.json(), { host, kind: 'video-channels' })
  if (post === null) throw new Refused('hidden', { about: 'post' })
  return { post, answer: response }
}
