// Simulates Twitch's Helix and its token endpoint. Only tests and benchmarks use it.

import { lastPart } from '../suite/simulated-oembed.ts'
import { postPage } from '../suite/simulated-page.ts'
import { type SimulatedRequest, type SimulatedResponse, type Simulator, startUpstream } from '../suite/simulator.ts'

export const APPLICATIONS = {
  ids: ['applicationone', 'applicationtwo'],
  secrets: ['secretofapplicationone', 'secretofapplicationtwo'],
} as const

export const LOGIN = 'acme'
export const GAME = '509660'
export const ID = '1'

/** Undocumented behavior of Twitch. */
export type TwitchQuirks = {
  /** Whether the error of a bad query has a message. */
  badRequest: 'words' | 'nothing'
  /** The form of the error for an unknown application: two fields, or OAuth's (RFC 6749, section 5.2). */
  tokenErrors: 'bare' | 'oauth'
  /** The number of clips that can be reached. */
  clipDepth: number
  /** The thumbnail of a broadcast that is still recorded. */
  recording: string
  /** The cursor behind the last clip: none, or ever new ones that lead to the same clips. */
  clipEnd: 'none' | 'endless'
  /** Whether the videos of games are missing. */
  hasNoGameVideos: boolean
}

export type TwitchSimulator = Simulator & {
  readonly quirks: TwitchQuirks
  exchanges(): number
  expireTokens(): void
  idsOf(type: string): readonly string[]
  clipIds(): readonly string[]
}

const FIRST_MS = Date.parse('2026-01-01T00:00:00Z')
const TYPES = ['archive', 'highlight', 'upload'] as const
export const PROCESSING = 'https://vod-secure.twitch.tv/_404/404_processing_%{width}x%{height}.png'
/** A broadcast that is still recorded has no thumbnail, or a placeholder. */
const THUMBNAILS = [
  '',
  PROCESSING,
  'https://static-cdn.jtvnw.net/cf_vods/d1/x/thumb/thumb0-%{width}x%{height}.jpg',
] as const
const DURATIONS = ['3m21s', '6h1m0s', '45s'] as const

const timeOf = (index: number): string => new Date(FIRST_MS + index * 3_600_000).toISOString().replace('.000Z', 'Z')

const videoOf = (index: number) => ({
  ...{ id: String(2_300_000_000 + index), stream_id: index % 3 === 0 ? String(41_000_000_000 + index) : null },
  ...{ user_id: ID, user_login: LOGIN, user_name: 'Acme', title: `Baking ${index}`, viewable: 'public' },
  description: index % 4 === 0 ? `Our <best> moments of ${index}` : '',
  ...{ created_at: timeOf(index), published_at: timeOf(index), view_count: index },
  url: `https://www.twitch.tv/videos/${2_300_000_000 + index}`,
  thumbnail_url: THUMBNAILS[index % THUMBNAILS.length],
  language: index % 5 === 0 ? 'other' : 'en',
  type: TYPES[index % TYPES.length],
  duration: DURATIONS[index % DURATIONS.length],
  muted_segments: index % 6 === 0 ? [{ duration: 180, offset: 120 }] : null,
})

/** Older clips have more views. */
const clipOf = (index: number) => ({
  ...{ id: `AwkwardClip-${index}`, url: `https://clips.twitch.tv/AwkwardClip-${index}` },
  embed_url: `https://clips.twitch.tv/embed?clip=AwkwardClip-${index}`,
  ...{ broadcaster_id: ID, broadcaster_name: 'Acme', creator_id: '9', creator_name: 'Fan', video_id: '' },
  ...{ game_id: GAME, language: 'en', title: `Oops ${index}`, view_count: 1_000 - index },
  created_at: timeOf(index),
  thumbnail_url: 'https://clips-media-assets2.twitch.tv/x-preview-480x272.jpg',
  ...{ duration: 12.9, vod_offset: null, is_featured: false },
})

const USER = {
  ...{
    id: ID,
    login: LOGIN,
    display_name: 'Acme',
    type: '',
    broadcaster_type: 'partner',
    description: 'Bread & <tea>',
  },
  profile_image_url: 'https://static-cdn.jtvnw.net/jtv_user_pictures/a-300x300.png',
  ...{ offline_image_url: '', view_count: 0, created_at: '2016-12-14T20:32:28Z' },
}

/** `search/categories` also finds names with some of the words. */
const GAMES = [
  { id: '26936', name: 'Bread, Cakes & More' },
  { id: GAME, name: 'Baker’s Bread & Café' },
  { id: '27471', name: 'Empty' },
].map((game) => ({ ...game, box_art_url: `https://static-cdn.jtvnw.net/ttv-boxart/${game.id}-{width}x{height}.jpg` }))

const error = (status: number, reason: string, message: string): SimulatedResponse => ({
  status,
  body: { error: reason, status, message },
})
const unauthorized = (message: string) => error(401, 'Unauthorized', message)

const cursorAt = (offset: number): string =>
  Buffer.from(JSON.stringify({ b: null, a: { Offset: offset } })).toString('base64url')

const offsetOf = (cursor: string): number | undefined => {
  const json = Buffer.from(cursor, 'base64url').toString()
  const offset = /^\{"b":null,"a":\{"Offset":(\d+)\}\}$/.exec(json)?.[1]
  return offset === undefined ? undefined : Number(offset)
}

export const startTwitch = async (): Promise<TwitchSimulator> => {
  let videos = Array.from({ length: 57 }, (_, index) => videoOf(index)).reverse()
  const clips = Array.from({ length: 26 }, (_, index) => clipOf(index))
  const quirks: TwitchQuirks = {
    badRequest: 'words',
    tokenErrors: 'bare',
    clipDepth: 1_000,
    recording: '',
    clipEnd: 'none',
    hasNoGameVideos: false,
  }
  const badRequest = (message: string) => error(400, 'Bad Request', quirks.badRequest === 'words' ? message : '')
  const noApplication = (status: number, message: string): SimulatedResponse =>
    quirks.tokenErrors === 'bare'
      ? { status, body: { status, message } }
      : { status: 401, body: { error: 'invalid_client', error_description: message } }
  const refused = new Set<string>()
  let exchanges = 0
  let tokens = new Map<string, string>()

  const exchange = ({ body, method }: SimulatedRequest): SimulatedResponse => {
    const form = new URLSearchParams(body)
    const id = form.get('client_id') ?? ''
    const at = (APPLICATIONS.ids as readonly string[]).indexOf(id)
    if (method !== 'POST' || at === -1) return noApplication(400, 'invalid client')
    if (form.get('client_secret') !== APPLICATIONS.secrets[at] || refused.has(id))
      return noApplication(403, 'invalid client secret')
    exchanges += 1
    tokens.set(`token${exchanges}`, id)
    return { body: { access_token: `token${exchanges}`, expires_in: 5_011_271, token_type: 'bearer' } }
  }

  const listed = (items: readonly object[], query: URLSearchParams): SimulatedResponse => {
    const first = Number(query.get('first') ?? '20')
    const cursor = query.get('after')
    const offset = cursor === null ? 0 : offsetOf(cursor)
    if (!Number.isInteger(first) || first < 1 || first > 100)
      return badRequest('The parameter "first" was malformed: the value must be less than or equal to 100')
    if (offset === undefined) return badRequest('The parameter "after" was malformed: invalid cursor')
    const end = offset + first
    return {
      body: {
        data: items.slice(offset, end),
        pagination: end < items.length ? { cursor: cursorAt(end) } : {},
      },
    }
  }

  const missingGame = () => error(404, 'Not Found', 'The ID in the game_id query parameter was not found.')

  /** One page: cursors exist for the videos of a user only. */
  const ofGame = (game: string, shown: readonly object[], query: URLSearchParams): SimulatedResponse => {
    if (!GAMES.some(({ id }) => id === game)) return missingGame()
    if (query.has('after')) return badRequest('The parameter "after" may only be used with "user_id"')
    const first = Number(query.get('first') ?? '20')
    return { body: { data: game === GAME ? shown.slice(0, first) : [], pagination: {} } }
  }

  const clipsOfGame = (game: string, query: URLSearchParams): SimulatedResponse => {
    if (!GAMES.some(({ id }) => id === game)) return missingGame()
    const shown = game === GAME ? clips.slice(0, quirks.clipDepth) : []
    const offset = offsetOf(query.get('after') ?? '') ?? 0
    if (quirks.clipEnd === 'none' || offset + Number(query.get('first')) < shown.length) return listed(shown, query)
    // https://github.com/twitchdev/issues/issues/1188
    const at = offset % (shown.length - 4)
    const body = { data: shown.slice(at, at + 5).toReversed(), pagination: { cursor: cursorAt(offset + 3) } }
    return { body: offset < shown.length ? { ...body, data: shown.slice(offset) } : body }
  }

  const METHODS = new Map<string, (query: URLSearchParams) => SimulatedResponse>([
    ['users', (query) => ({ body: { data: query.get('login') === LOGIN || query.get('id') === ID ? [USER] : [] } })],
    ['games', (query) => ({ body: { data: GAMES.filter(({ id }) => id === query.get('id')) } })],
    [
      'search/categories',
      (query) => {
        const words = (query.get('query') ?? '').split(' ')
        const isFound = ({ name }: { readonly name: string }) => words.some((word) => name.toLowerCase().includes(word))
        return listed(GAMES.filter(isFound), query)
      },
    ],
    [
      'videos',
      (query) => {
        const ids = query.getAll('id')
        const found = videos.filter(({ id }) => ids.includes(id))
        if (ids.length > 0 && query.has('user_id')) return badRequest('The parameters exclude one another')
        if (ids.length > 0)
          return found.length === 0
            ? error(404, 'Not Found', 'videos do not exist')
            : { body: { data: found, pagination: {} } }
        const game = query.get('game_id')
        if (!query.has('user_id') && game === null) return badRequest('Missing required parameter "user_id"')
        const type = query.get('type') ?? 'all'
        const shown = videos
          .filter((video) => type === 'all' || video.type === type)
          .map((video) => ({ ...video, thumbnail_url: video.thumbnail_url || quirks.recording }))
        if (game !== null) return ofGame(game, quirks.hasNoGameVideos ? [] : shown, query)
        return listed(query.get('user_id') === ID ? shown : [], query)
      },
    ],
    [
      'clips',
      (query) => {
        const id = query.get('id')
        if (id !== null) return { body: { data: clips.filter((clip) => clip.id === id), pagination: {} } }
        const game = query.get('game_id')
        if (game !== null) return clipsOfGame(game, query)
        return listed(query.get('broadcaster_id') === ID ? clips.slice(0, quirks.clipDepth) : [], query)
      },
    ],
  ])

  /** Every page is the same program. The page of an existing video or clip has `og:type`. */
  const pageAt = (id: string): SimulatedResponse => {
    const shown = [...videos, ...clips].find((each) => each.id === id)
    return shown ? postPage(String(shown.title), '<meta property="og:type" content="video.other">') : postPage('Twitch')
  }

  const upstream = await startUpstream((request) => {
    const { url, headers, host } = request
    if (host === 'id.twitch.tv') return exchange(request)
    if (host !== 'api.twitch.tv') return pageAt(lastPart(url))
    const method = METHODS.get(url.pathname.replace('/helix/', ''))
    if (method === undefined) return error(404, 'Not Found', '')
    const token = /^Bearer (?<token>.+)$/.exec(headers.authorization ?? '')?.groups?.token
    if (token === undefined) return unauthorized('OAuth token is missing')
    const owner = tokens.get(token)
    if (owner === undefined || refused.has(owner)) return unauthorized('Invalid OAuth token')
    if (headers['client-id'] !== owner) return unauthorized('Client ID and OAuth token do not match')
    return {
      ...method(url.searchParams),
      headers: {
        'ratelimit-limit': '800',
        'ratelimit-remaining': '799',
        'ratelimit-reset': String(Math.floor(Date.now() / 1000) + 1),
      },
    }
  })
  return {
    ...upstream,
    quirks,
    handle: LOGIN,
    missing: 'nobodyhere',
    ids: () => videos.map(({ id }) => id),
    idsOf: (type) => videos.filter((video) => video.type === type).map(({ id }) => id),
    clipIds: () => clips.map(({ id }) => id),
    publish(count) {
      const from = videos.length
      videos = [...Array.from({ length: count }, (_, more) => videoOf(from + more)).reverse(), ...videos]
    },
    refuse(secret) {
      for (const [at, id] of APPLICATIONS.ids.entries()) if (APPLICATIONS.secrets[at] === secret) refused.add(id)
    },
    exchanges: () => exchanges,
    expireTokens() {
      tokens = new Map()
    },
  }
}
