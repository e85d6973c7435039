// Simulates Vimeo's API for clients with a token. Only tests and benchmarks use it.

import { type JsonObject, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { believed, type Facts } from '../suite/facts.ts'
import { lastPart, oembedOf } from '../suite/simulated-oembed.ts'
import { type SimulatedRequest, type SimulatedResponse, type Simulator, startUpstream } from '../suite/simulator.ts'

export const TOKENS = ['token-of-one-application', 'token-of-another'] as const

/** Assumed behavior; the first value is the most likely one. */
export const FACTS = {
  /** The response for a page after the last. */
  beyond: [400, 'nothing'],
  /** The form of the rate limit's reset. */
  reset: ['date', 'seconds since 1970'],
  /** Whether errors have codes, or only messages. */
  errors: ['with codes', 'words'],
  /** The code of a missing object. */
  missing: [5_000, 5_460],
  /** The code of an invalid token. */
  token: [8_003, 8_000, 8_002],
  /** The code of a used-up rate limit. */
  limited: [9_000, 2_286],
  /** Whether the URL of the next page contains its number. */
  next: ['readable', 'unreadable'],
  /** The status of oEmbed for a video that no site may embed. */
  notEmbedded: [403, 404],
} as const

type VimeoFacts = Facts<typeof FACTS>

export type VimeoSimulator = Simulator & {
  suppose(facts: Partial<VimeoFacts>): void
  /** Sets the calls that are left in the rate limit. */
  leave(calls: number): void
  /** The videos of the arranged showcase, in its order. */
  arrangedIds(): readonly string[]
  /** Removes so many of the newest videos. */
  remove(count: number): void
  /** Sets how many pages ahead the URL of the next page points. */
  stride(pages: number): void
}

const refusal = (status: number, code: number, words: string): SimulatedResponse => ({
  status,
  body: { error: words, link: null, developer_message: words, error_code: code },
})

const FIRST = 100_000_000
export const idOf = (index: number): string => String(FIRST + index)
/** Only the owner sees it. */
export const isPrivate = (index: number): boolean => index % 10 === 6

const timeOf = (index: number, offset = 0): string =>
  new Date((1_700_000_000 + index * 3_600 + offset) * 1_000).toISOString().replace('.000Z', '+00:00')

const USER = {
  uri: '/users/900001',
  name: 'Tide Films',
  link: 'https://vimeo.com/tidefilms',
  location: null,
  bio: 'Films of water.',
  created_time: '2019-02-03T10:00:00+00:00',
  pictures: {
    uri: '/users/900001/pictures/7',
    type: 'custom',
    sizes: [{ width: 360, height: 360, link: 'https://i.vimeocdn.com/7' }],
  },
  metadata: { connections: { videos: { total: 57 }, followers: { total: 88 }, following: { total: 5 } } },
}
const CHANNEL = {
  uri: '/channels/927',
  name: 'Tides',
  link: 'https://vimeo.com/channels/tides',
  description: 'Water, moving.',
  created_time: '2019-02-03T10:00:00+00:00',
  header: { sizes: [{ width: 1280, link: 'https://i.vimeocdn.com/h' }] },
  metadata: { connections: { videos: { total: 57 }, users: { total: 12 } } },
}

const SHOWCASE = {
  uri: '/albums/4321',
  name: 'Slow water',
  link: 'https://vimeo.com/album/Slow water',
  description: 'Nine films.',
  created_time: '2020-02-03T10:00:00+00:00',
  sort: 'arranged',
  privacy: { view: 'anybody' },
  pictures: { type: 'custom', sizes: [{ width: 640, height: 360, link: 'https://i.vimeocdn.com/s' }] },
  metadata: { connections: { videos: { total: 9 } } },
  // Others’ videos are in it.
  user: { uri: '/users/900002', name: 'Slow Films', link: 'https://vimeo.com/slowfilms', pictures: USER.pictures },
}
const GROUP = { ...CHANNEL, uri: '/groups/528', name: 'Water', link: 'https://vimeo.com/groups/water' }

/** Path of a place → the place; that of a tag has no data of its own. */
const PLACES: Readonly<Record<string, JsonObject>> = {
  'albums/4321': SHOWCASE,
  // Its owner's URI, and the newest first.
  'albums/4322': { ...SHOWCASE, uri: '/users/900001/albums/4322', sort: 'newest' },
  'albums/4323': { ...SHOWCASE, uri: '/albums/4323', privacy: { view: 'password' } },
  'groups/water': GROUP,
  'groups/528': GROUP,
  'tags/water': {},
}

/** The order that a showcase's owner chose. */
const arrange = (videos: readonly number[]): readonly number[] =>
  videos.toSorted((one, other) => (one % 7) - (other % 7) || one - other)

const nthVideo = (index: number): JsonObject => ({
  uri: `/videos/${idOf(index)}`,
  name: `Tide ${index}`,
  description: index % 2 === 0 ? `Filmed at dawn, ${index}.\nMusic: none. https://example.org/` : null,
  type: 'video',
  link: `https://vimeo.com/${idOf(index)}`,
  ...(index % 3 !== 0 && { player_embed_url: `https://player.vimeo.com/video/${idOf(index)}?h=0a1b2c3d4e` }),
  duration: index % 5 === 0 ? 0 : 754,
  width: 3840,
  height: 2160,
  language: index % 2 === 0 ? 'en' : null,
  created_time: timeOf(index),
  modified_time: timeOf(index, 60),
  release_time: timeOf(index),
  content_rating: [index % 4 === 0 ? 'nudity' : 'safe'],
  privacy: { view: isPrivate(index) ? 'nobody' : 'anybody', embed: 'public' },
  pictures: { sizes: [{ width: 1920, height: 1080, link: `https://i.vimeocdn.com/video/${index}-d_1920x1080?r=pad` }] },
  tags: [{ name: 'Slow Cinema', tag: 'slow-cinema', canonical: 'slowcinema' }],
  stats: { plays: index % 7 === 0 ? null : 1_204 },
  metadata: { connections: { comments: { total: 3 }, likes: { total: 41 } } },
  user: { uri: USER.uri, name: USER.name, link: USER.link, pictures: USER.pictures },
  status: 'available',
  files: [{ link: 'https://player.vimeo.com/external/secret.mp4' }],
})

/** Reduces a value to the requested fields, given by their paths. */
const only = (value: unknown, paths: readonly string[]): unknown => {
  if (Array.isArray(value)) return value.map((each) => only(each, paths))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      if (paths.includes(name)) return [[name, inner]]
      const deeper = paths.flatMap((path) => (path.startsWith(`${name}.`) ? path.slice(name.length + 1) : []))
      return deeper.length === 0 ? [] : [[name, only(inner, deeper)]]
    }),
  )
}

export const startVimeo = async (count = 57): Promise<VimeoSimulator> => {
  let facts: VimeoFacts = believed(FACTS)
  const noUser = () => refusal(404, facts.missing, "The requested user couldn't be found.")
  const noVideo = () => refusal(404, facts.missing, "The requested video couldn't be found.")
  const refused = new Set<string>()
  let videos = Array.from({ length: count }, (_, index) => index).reverse()
  let left = Number.POSITIVE_INFINITY
  let stride = 1

  const list = (path: string, query: URLSearchParams, fields: readonly string[]): SimulatedResponse => {
    const size = Number(query.get('per_page') ?? '25')
    const page = Number(query.get('page') ?? '1')
    const sort = query.get('sort') ?? ''
    const among = sort === 'manual' ? arrange(videos) : videos
    const sorts = path.startsWith('/tags/')
      ? ['created_time']
      : path.startsWith('/albums/')
        ? ['date', 'manual']
        : ['date']
    if (size > 100 || !sorts.includes(sort) || (sort === 'manual' && query.has('direction')))
      return refusal(400, 2204, 'There is an invalid parameter.')
    const pages = Math.max(1, Math.ceil(videos.length / size))
    if (page > pages && facts.beyond === 400) return refusal(400, 2204, 'There is an invalid parameter.')
    const at = (n: number) => `${path}?per_page=${size}&sort=${sort}&direction=desc&page=${n}`
    const data = among.slice((page - 1) * size, page * size).map((index) => only(nthVideo(index), fields))
    const behind = page + stride
    const further = facts.next === 'unreadable' ? '?page=next' : at(behind)
    const paging = { next: behind <= pages ? further : null, previous: null, first: at(1), last: at(pages) }
    return { body: { total: videos.length, page, per_page: size, paging, data } }
  }

  const respond = ({ url, headers }: SimulatedRequest): SimulatedResponse => {
    const token = /^bearer (?<token>.+)$/i.exec(headers.authorization ?? '')?.groups?.token ?? ''
    if (refused.has(token) || !TOKENS.some((known) => known === token))
      return refusal(401, facts.token, 'You must provide a valid authenticated access token.')
    const fields = url.searchParams.get('fields')?.split(',') ?? []
    if (fields.length === 0 || !String(headers.accept).includes('application/vnd.vimeo.*+json;version=3.4'))
      return refusal(400, 2204, 'Fields and a version are required.')
    if (left <= 0) return refusal(429, facts.limited, 'You have made too many requests.')
    left -= 1
    const {
      owner,
      list: isList,
      id,
      hash,
    } = /^\/(?<owner>(?:users|channels)\/\w+)(?<list>\/videos)?$|^\/videos\/(?<id>\d+)(?::(?<hash>\w+))?$/.exec(
      url.pathname,
    )?.groups ?? {}
    if (id !== undefined) {
      const index = videos.find((each) => idOf(each) === id)
      if (id === '900') {
        const unlisted = { ...nthVideo(1), uri: '/videos/900:0a1b2c3d4e', privacy: { view: 'unlisted' } }
        return hash === '0a1b2c3d4e' ? { body: only(unlisted, fields) } : noVideo()
      }
      return index === undefined ? noVideo() : { body: only(nthVideo(index), fields) }
    }
    const { name = '', videos: isOfPlace } =
      /^\/(?<name>(?:albums|groups|tags)\/[^/]+)(?<videos>\/videos)?$/.exec(url.pathname)?.groups ?? {}
    const place = PLACES[name]
    if (place !== undefined && isOfPlace) return list(url.pathname, url.searchParams, fields)
    if (place !== undefined) return { body: only(place, fields) }
    const isUser = owner === 'users/tidefilms' || owner === 'users/900001'
    if (!isUser && owner !== 'channels/tides' && owner !== 'channels/927') return noUser()
    return isList ? list(url.pathname, url.searchParams, fields) : { body: only(isUser ? USER : CHANNEL, fields) }
  }

  const limits = (): Record<string, string> => {
    const reset = Math.ceil(Date.now() / 1_000) + 45
    return {
      'x-ratelimit-limit': '250',
      'x-ratelimit-remaining': String(Math.max(0, Math.min(200, left))),
      'x-ratelimit-reset': facts.reset === 'date' ? new Date(reset * 1_000).toISOString() : String(reset),
    }
  }

  /** oEmbed for videos that no site may embed, and for missing videos. */
  const embed = (url: URL): SimulatedResponse =>
    oembedOf({
      url,
      provider: { name: 'Vimeo', url: 'https://vimeo.com/' },
      type: 'video',
      isThere: (post) => videos.some((index) => idOf(index) === lastPart(post) && !isPrivate(index)),
      missing: { status: url.search.includes(idOf(6)) ? facts.notEmbedded : 404, body: 'Not Found' },
      more: { height: 360, duration: 754, upload_date: '2026-05-01 07:00:00' },
    })

  const upstream = await startUpstream((request) => {
    if (request.host === 'vimeo.com') return embed(request.url)
    const result = respond(request)
    const { error } = jsonObject(result.body)
    const isShort = error !== undefined && facts.errors === 'words'
    return { ...result, ...(isShort && { body: { error } }), headers: limits() }
  })
  return {
    ...upstream,
    handle: 'tidefilms',
    missing: 'nobody-here',
    suppose(more) {
      facts = { ...facts, ...more }
    },
    refuse: (token) => refused.add(token),
    leave(calls) {
      left = calls
    },
    stride(pages) {
      stride = pages
    },
    remove(taken) {
      videos = videos.slice(taken)
    },
    ids: () => videos.filter((index) => !isPrivate(index)).map(idOf),
    arrangedIds: () => arrange(videos.filter((index) => !isPrivate(index))).map(idOf),
    publish(more) {
      const from = (videos[0] ?? -1) + 1
      videos = [...Array.from({ length: more }, (_, index) => from + index).reverse(), ...videos]
    },
  }
}
