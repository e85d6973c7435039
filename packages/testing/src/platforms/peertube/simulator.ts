// Simulates PeerTube servers, told apart by the host of the request. Only tests and benchmarks use it.

import { type JsonObject, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { believed, type Facts } from '../suite/facts.ts'
import { lastPart, oembedOf } from '../suite/simulated-oembed.ts'
import { type SimulatedResponse, type Simulator, startUpstream } from '../suite/simulator.ts'
import { account, channel, detailOf, HOST, nthVideo, type Video } from './simulated-videos.ts'

/** Assumed behavior; the first value is the most likely one. */
export const FACTS = {
  /** Avatars as a list with sizes, or as a single image, as servers before 4.2 presumably send it. */
  pictures: ['sizes', 'one', 'none'],
  /** The name of the shortened description in a list. */
  cutText: ['truncatedDescription', 'description'],
  /** The form of errors: problem details, or that of servers before 3.3. */
  errors: ['problem', 'error'],
  /** Whether a server that does not follow a video's home server reports the video's URL there. */
  originUrl: [true, false],
  /** The status that refuses a private video. */
  privateStatus: [401, 403],
} as const

type PeertubeFacts = Facts<typeof FACTS>

export type PeertubeSimulator = Simulator & {
  /** Ids of the playlist's videos that can be seen, in its order; and of videos for everybody, newest first. */
  playlistIds(): readonly string[]
  publicIds(): readonly string[]
  suppose(facts: Partial<PeertubeFacts>): void
  /** Deletes a video between the list and its details. */
  remove(uuid: string): void
  /** Makes requests for details fail from now on. */
  breakDetails(status: number | undefined): void
}

const problem = (status: number, detail: string, code?: string): SimulatedResponse => ({
  status,
  headers: { 'content-type': 'application/problem+json; charset=utf-8' },
  body: {
    type: 'about:blank',
    title: 'Error',
    detail,
    status,
    docs: 'https://docs.joinpeertube.org/api-rest-reference.html#operation/getVideo',
    error: detail,
    ...(code !== undefined && { code }),
  },
})

const AVATAR = { path: '/lazy-static/avatars/a.png', width: 120 }

/** Ids of videos that are refused without credentials, by their first characters. */
export const REFUSED_VIDEOS = { password: 'ffffffff', unfollowed: 'eeeeeeee', private: 'dddddddd' } as const

const inFormerForm = ({ status, body }: SimulatedResponse): SimulatedResponse => {
  const { error, code } = jsonObject(body)
  return { ...(status !== undefined && { status }), body: { error, ...(code !== undefined && { code }) } }
}

const LIMITS = { 'x-ratelimit-limit': '50', 'x-ratelimit-remaining': '49' }

export const PLAYLIST = '0a1b2c3d-0000-4000-8000-0000000000aa'
export const PLAYLIST_SHORT = 'kkGMgK9ZtnKfYAgnEtQxbv'
export const PRIVATE_PLAYLIST = '0a1b2c3d-0000-4000-8000-0000000000bb'

type Arranged = { readonly uuid: string }
const rankOf = ({ uuid }: Arranged): number => (Number.parseInt(uuid.slice(-4), 16) * 37) % 101
const isGone = (video: Arranged): boolean => rankOf(video) % 9 === 0

export const startPeertube = async (): Promise<PeertubeSimulator> => {
  const videos = Array.from({ length: 70 }, (_, index) => nthVideo(index)).reverse()
  const removed = new Set<string>()
  let facts = believed(FACTS)
  let detailStatus: number | undefined

  const withAvatar = (actor: unknown): JsonObject => {
    const { avatars: _, ...bare } = jsonObject(actor)
    if (facts.pictures === 'sizes') return { ...bare, avatars: [{ ...AVATAR, path: '/small.png', width: 48 }, AVATAR] }
    return { ...bare, avatar: facts.pictures === 'one' ? AVATAR : null }
  }
  const listed = (video: Video): JsonObject => {
    const { truncatedDescription, description = truncatedDescription, ...rest } = video
    const text = facts.cutText === 'description' ? { description } : { truncatedDescription: description }
    return { ...rest, ...text, account: withAvatar(video.account), channel: withAvatar(video.channel) }
  }

  const list = (query: URLSearchParams): SimulatedResponse => {
    const [start, count] = [Number(query.get('start') ?? '0'), Number(query.get('count') ?? '15')]
    if (count < 1 || count > 100) return problem(400, 'Incorrect request parameters: count')
    const wanted = videos
      .filter(({ isLive }) => query.get('isLive') !== 'true' || isLive)
      .filter(({ nsfw }) => query.get('nsfw') === 'both' || !nsfw)
    return { body: { total: wanted.length, data: wanted.slice(start, start + count).map(listed) } }
  }

  /** In the owner's order. Every ninth video is gone: its element has none, but counts. */
  const arranged = () => videos.toSorted((one, other) => rankOf(one) - rankOf(other))
  const playlist = (id: string, wantsVideos: boolean, query: URLSearchParams): SimulatedResponse => {
    if (id === PRIVATE_PLAYLIST) return problem(403, 'Cannot get this private playlist')
    if (id !== PLAYLIST && id !== PLAYLIST_SHORT) return problem(404, 'Video playlist not found')
    if (!wantsVideos)
      return {
        body: {
          ...{ id: 7, uuid: PLAYLIST, shortUUID: PLAYLIST_SHORT, displayName: 'From clay to kiln', privacy: { id: 1 } },
          ...{ description: 'In **this** order', url: `https://${HOST}/video-playlists/${PLAYLIST}`, isLocal: true },
          ...{ thumbnailPath: '/lazy-static/thumbnails/p.jpg', videosLength: videos.length, type: { id: 1 } },
          ...{ createdAt: '2026-01-01T10:00:00.000Z', ownerAccount: account, videoChannel: channel },
        },
      }
    const [start, count] = [Number(query.get('start') ?? '0'), Number(query.get('count') ?? '15')]
    const data = arranged()
      .slice(start, start + count)
      .map((video, n) => ({ id: start + n, position: start + n + 1, video: isGone(video) ? null : listed(video) }))
    return { body: { total: videos.length, data } }
  }

  const one = (id: string): SimulatedResponse => {
    if (id.startsWith(REFUSED_VIDEOS.private)) return problem(facts.privateStatus, 'Cannot fetch a private video')
    if (id.startsWith(REFUSED_VIDEOS.unfollowed)) {
      const response = problem(403, 'Cannot get this video', 'does_not_respect_follow_constraints')
      const originUrl = 'https://home.example/w/x'
      return facts.originUrl ? { ...response, body: { ...jsonObject(response.body), originUrl } } : response
    }
    if (id.startsWith(REFUSED_VIDEOS.password))
      return problem(403, 'This video is password protected', 'video_requires_password')
    const video = videos.find((each) => each.uuid === id || each.shortUUID === id)
    if (video === undefined || removed.has(video.uuid)) return problem(404, 'Video not found')
    return detailStatus === undefined ? { body: detailOf(video) } : { status: detailStatus, body: 'busy' }
  }

  const respond = (pathname: string, query: URLSearchParams): SimulatedResponse => {
    const [kind = '', name = '', more] = pathname.slice('/api/v1/'.length).split('/')
    if (kind === 'config') return { body: { instance: { name: 'Tube & kiln', shortDescription: 'About **clay**' } } }
    if (kind === 'videos' && name === '') {
      const [any, all] = [query.getAll('tagsOneOf'), query.getAll('tagsAllOf')]
      const isKnown = (tag: string) => ['clay', 'glaze'].includes(tag)
      const isEmpty = (any.length > 0 && !any.some(isKnown)) || !all.every(isKnown)
      return isEmpty ? { body: { total: 0, data: [] } } : list(query)
    }
    if (kind === 'video-playlists') return playlist(name, more === 'videos', query)
    if (kind === 'videos') return one(name)
    const isAccount = kind === 'accounts' && name === 'mara'
    const isChannel = kind === 'video-channels' && name === 'kiln_works'
    if (name === 'secret') return problem(403, 'This account is private')
    if (!isAccount && !isChannel) return problem(404, `${kind === 'accounts' ? 'Account' : 'Video channel'} not found`)
    if (more === 'videos') return list(query)
    return { body: withAvatar(isAccount ? account : channel) }
  }

  const embed = (url: URL): SimulatedResponse => {
    const id = lastPart(new URL(url.searchParams.get('url') ?? 'https://tube.example/'))
    return oembedOf({
      url,
      provider: { name: 'PeerTube', url: `https://${HOST}` },
      type: 'video',
      isThere: () => videos.some(({ uuid, shortUUID }) => (uuid === id || shortUUID === id) && !removed.has(uuid)),
      missing: one(id),
    })
  }

  const upstream = await startUpstream(({ host, url }) => {
    if (host === HOST && url.pathname === '/services/oembed') return embed(url)
    if (host !== HOST || !url.pathname.startsWith('/api/v1/'))
      return { status: 404, body: '<!doctype html><title>Not found</title>' }
    const result = respond(url.pathname, url.searchParams)
    const { headers, ...rest } = facts.errors === 'error' && result.status !== undefined ? inFormerForm(result) : result
    return { ...rest, headers: { ...LIMITS, ...headers } }
  })

  return {
    ...upstream,
    handle: `mara@${HOST}`,
    missing: `nobody@${HOST}`,
    hidden: `secret@${HOST}`,
    ids: () => videos.filter(({ uuid }) => !removed.has(uuid)).map(({ uuid }) => uuid),
    playlistIds: () => arranged().flatMap((video) => (isGone(video) ? [] : video.uuid)),
    publicIds: () => videos.flatMap(({ uuid, nsfw }) => (nsfw ? [] : uuid)),
    suppose(more) {
      facts = { ...facts, ...more }
    },
    remove: (uuid) => removed.add(uuid),
    breakDetails(status) {
      detailStatus = status
    },
    publish(count) {
      for (let more = 0; more < count; more += 1) videos.unshift(nthVideo(videos.length))
    },
  }
}
