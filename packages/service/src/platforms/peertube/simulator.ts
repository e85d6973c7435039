// A stand-in for servers of PeerTube, told apart by the host that was meant. Only tests and benchmarks use it.

import { type SimulatedAnswer, type Simulator, startUpstream } from '../suite/simulator.ts'
import { account, channel, detailOf, HOST, nthVideo } from './simulated-videos.ts'

export type PeertubeSimulator = Simulator & {
  /** Takes a video away between the list and its details. */
  remove(uuid: string): void
  /** Makes details fail from now on. */
  breakDetails(status: number | undefined): void
}

const problem = (status: number, detail: string, code?: string): SimulatedAnswer => ({
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

const LIMITS = { 'x-ratelimit-limit': '50', 'x-ratelimit-remaining': '49' }

export const startPeertube = async (): Promise<PeertubeSimulator> => {
  const videos = Array.from({ length: 70 }, (_, index) => nthVideo(index)).reverse()
  const removed = new Set<string>()
  let detailStatus: number | undefined

  const list = (query: URLSearchParams): SimulatedAnswer => {
    const [start, count] = [Number(query.get('start') ?? '0'), Number(query.get('count') ?? '15')]
    if (count < 1 || count > 100) return problem(400, 'Incorrect request parameters: count')
    const wanted = videos
      .filter(({ isLive }) => query.get('isLive') !== 'true' || isLive)
      .filter(({ nsfw }) => query.get('nsfw') === 'both' || !nsfw)
    return { body: { total: wanted.length, data: wanted.slice(start, start + count) } }
  }

  const one = (id: string): SimulatedAnswer => {
    if (id.startsWith('ffffffff')) return problem(403, 'This video is password protected', 'video_requires_password')
    const video = videos.find((each) => each.uuid === id || each.shortUUID === id)
    if (video === undefined || removed.has(video.uuid)) return problem(404, 'Video not found')
    return detailStatus === undefined ? { body: detailOf(video) } : { status: detailStatus, body: 'busy' }
  }

  const answer = (pathname: string, query: URLSearchParams): SimulatedAnswer => {
    const [kind = '', name = '', more] = pathname.slice('/api/v1/'.length).split('/')
    if (kind === 'videos') return one(name)
    const isAccount = kind === 'accounts' && name === 'mara'
    const isChannel = kind === 'video-channels' && name === 'kiln_works'
    if (name === 'secret') return problem(403, 'Private')
    if (!isAccount && !isChannel) return problem(404, `${kind === 'accounts' ? 'Account' : 'Video channel'} not found`)
    if (more === 'videos') return list(query)
    return { body: isAccount ? account : channel }
  }

  const upstream = await startUpstream(({ host, url }) => {
    if (host !== HOST || !url.pathname.startsWith('/api/v1/'))
      return { status: 404, body: '<!doctype html><title>Not found</title>' }
    const { headers, ...rest } = answer(url.pathname, url.searchParams)
    return { ...rest, headers: { ...LIMITS, ...headers } }
  })

  return {
    ...upstream,
    handle: `mara@${HOST}`,
    missing: `nobody@${HOST}`,
    hidden: `secret@${HOST}`,
    ids: () => videos.filter(({ uuid }) => !removed.has(uuid)).map(({ uuid }) => uuid),
    remove: (uuid) => removed.add(uuid),
    breakDetails(status) {
      detailStatus = status
    },
    publish(count) {
      for (let more = 0; more < count; more += 1) videos.unshift(nthVideo(videos.length))
    },
  }
}
