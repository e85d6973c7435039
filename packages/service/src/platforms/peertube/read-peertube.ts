// The calls of a PeerTube: an account or a channel, a page of its videos with what each tells more, one video.

import { ApiError } from '../../errors.ts'
import { hostName } from '../../parsing/host-name.ts'
import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { askStranger } from '../addresses/ask-stranger.ts'
import type { Answer, Ask } from '../contract/call.ts'
import { isRefused, Refused } from '../contract/refusal.ts'
import type { Account, AccountRequest, PostAnswer, PostRequest, Posts, PostsRequest } from '../contract/source.ts'
import { type Batch, walk } from '../paging/walk.ts'
import { type ActorKind, nameOf } from './canonicalize-actor.ts'
import { mapProfile } from './map-actor.ts'
import { keyOf, mapVideo, textsOf } from './map-video.ts'
import type { PeertubeSettings } from './settings.ts'

/** What pages of videos need of their account. */
export type Keep = { readonly kind: ActorKind }

const MOST_VIDEOS = 100
const OFFSET = /^[1-9]\d{0,8}$/
/** Videos that are asked for at once. */
const AT_ONCE = 5

const apiOf = (host: string): string => `https://${host}/api/v1`

/** What is meant: an account, else a channel. */
const findActor = async (ask: Ask, handle: string): Promise<{ readonly kind: ActorKind; readonly answer: Answer }> => {
  const { kinds, name, host } = nameOf(handle)
  for (const [at, kind] of kinds.entries()) {
    try {
      return { kind, answer: await ask({ url: `${apiOf(host)}/${kind}/${name}` }) }
    } catch (error) {
      if (at === kinds.length - 1 || !isRefused(error, 'absent')) throw error
    }
  }
  throw new Refused('absent')
}

const askVideos = (ask: Ask, handle: string, kind: ActorKind, variant: string, start: number, limit: number) => {
  const { name, host } = nameOf(handle)
  const isLive = variant === 'live' ? 'true' : undefined
  const query = { start, count: Math.min(limit, MOST_VIDEOS), sort: '-publishedAt', nsfw: 'both', isLive }
  return ask({ url: `${apiOf(host)}/${kind}/${name}/videos`, query })
}

export const readAccount = async (request: AccountRequest<PeertubeSettings>): Promise<Account<Keep>> => {
  const { ask, handle, limit } = request
  const { kind, answer } = await findActor(ask, handle)
  // The number of videos stands beside their first page.
  const videos = await askVideos(ask, handle, kind, 'posts', 0, limit)
  const profile = mapProfile(answer.json(), handle, nameOf(handle).host, jsonObject(videos.json()).total)
  if (profile.id === null) throw new Refused('broken')
  return { id: handle, profile, keep: { kind } }
}

export const readPosts = async (request: PostsRequest<PeertubeSettings, Keep>): Promise<Posts> => {
  const { ask, handle, variant, after, limit, account, settings } = request
  const { kind } = (await account()).keep
  const { host } = nameOf(handle)
  const wantsDetails = settings.PEERTUBE_DETAILS !== 'no'
  return walk({
    after,
    limit,
    // A new video shifts those behind it.
    anchor: 'count',
    read: async (at) => {
      if (at !== undefined && !OFFSET.test(at)) throw new Refused('invalid_cursor')
      const start = Number(at ?? '0')
      return batchOf(await askVideos(ask, handle, kind, variant, start, limit), start)
    },
    map: (video) => mapVideo(video, { host, kind }),
    keyOf,
    timeOf: (video) => parseTime(jsonObject(video).publishedAt),
    textsOf,
    ...(wantsDetails && { enrich: (videos: readonly unknown[]) => readDetails(ask, host, videos) }),
  })
}

const batchOf = (answer: Answer, start: number): Batch<unknown> => {
  const { data, total } = jsonObject(answer.json())
  if (!Array.isArray(data)) throw new Refused('broken')
  const end = start + data.length
  const isLast = data.length === 0 || (typeof total === 'number' && end >= total)
  return { items: data, next: isLast ? undefined : String(end) }
}

/** Lists tell neither tags nor files, and cut descriptions. Those that are gone by now are left out. */
const readDetails = async (ask: Ask, host: string, videos: readonly unknown[]): Promise<readonly unknown[]> => {
  const details: unknown[] = []
  for (let from = 0; from < videos.length; from += AT_ONCE) {
    const some = videos.slice(from, from + AT_ONCE).map((video) => readDetail(ask, host, video))
    details.push(...(await Promise.all(some)).flat())
  }
  return details
}

const readDetail = async (ask: Ask, host: string, video: unknown): Promise<readonly unknown[]> => {
  try {
    const url = `${apiOf(host)}/videos/${encodeURIComponent(keyOf(video).toWellFormed())}`
    const detail = jsonObject((await ask({ url, revalidate: true, about: 'post' })).json())
    // What only lists tell stays.
    return [{ ...jsonObject(video), ...detail }]
  } catch (error) {
    if (isRefused(error, 'absent', 'hidden')) return []
    throw error
  }
}

/** One video by its address. Throws Refused: `absent`, `hidden`; `unsupported_post_url` where no PeerTube answers. */
export const readPost = async ({ ask, match }: PostRequest<PeertubeSettings>): Promise<PostAnswer> => {
  const host = hostName(match.host ?? '')
  if (host === undefined) throw new ApiError('unsupported_post_url')
  const isVideo = ({ uuid, channel }: JsonObject) => typeof uuid === 'string' && typeof channel === 'object'
  const answer = await askStranger(ask, { url: `${apiOf(host)}/videos/${match.id ?? ''}` }, isVideo)
  const post = mapVideo(answer.json(), { host, kind: 'video-channels' })
  if (post === null) throw new Refused('hidden', { about: 'post' })
  return { post, answer }
}
