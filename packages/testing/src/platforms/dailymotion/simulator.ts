// Simulates Dailymotion's public API. For tests and benchmarks only.

import type { JsonObject } from '@central-api/service/parsing/json-value.ts'
import { lastPart, oembedOf } from '../suite/simulated-oembed.ts'
import { type SimulatedRequest, type SimulatedResponse, type Simulator, startUpstream } from '../suite/simulator.ts'

export type DailymotionSimulator = Simulator & {
  /** The videos of the playlist, and those that are found by a tag. */
  arrangedIds(): readonly string[]
  foundIds(): readonly string[]
  readonly quirks: {
    /** A removed field, which fails the whole call. */
    unknownField: string | undefined
    /** Error type of a call with that field. */
    refusesFieldAs: string
    /** View count of videos whose owner hides it. */
    hiddenViews: null | 0
    /** Rows of a list that can be paged through. */
    depth: number
  }
}

const refusal = (status: number, type: string, message: string): SimulatedResponse => ({
  status,
  body: {
    error: {
      more_info: 'https://developer.dailymotion.com/api#error-codes',
      code: status,
      message,
      type,
      error_data: {},
    },
  },
})
const noSuch = (object: string) => refusal(404, 'not_found', `Can't find object ${object} for \`id' parameter`)

export const idOf = (index: number): string => `x${(50_000_000 + index).toString(36)}`
export const createdAt = (index: number): number => 1_700_000_000 + Math.floor(index / 2) * 60 + (index % 2)
/** Protected by a password. */
export const isLocked = (index: number): boolean => index % 11 === 7

const USER: JsonObject = {
  ...{ id: 'x1zzzz', username: 'harbourtv', screenname: 'Harbour TV', description: 'Ships.' },
  ...{ url: 'https://www.dailymotion.com/harbourtv', avatar_720_url: 'https://s2.dmcdn.net/u/1/720x720' },
  ...{ cover_250_url: 'https://s1.dmcdn.net/c/1/x250', followers_total: 210, following_total: 0, videos_total: 3 },
  ...{ views_total: 99_812, verified: false, country: 'FR', language: 'fr', created_time: 1_262_304_000 },
  status: 'active',
}

const PLAYLIST: JsonObject = {
  ...{ id: 'x5abcd', name: 'Fog & rain', description: 'All of it.', created_time: 1_500_000_000, videos_total: 40 },
  ...{ thumbnail_480_url: 'https://s1.dmcdn.net/p/5/x480', 'owner.id': 'x1yyyy', 'owner.username': 'fogwatch' },
  ...{ 'owner.screenname': 'Fog Watch', 'owner.url': 'https://www.dailymotion.com/fogwatch' },
  'owner.avatar_240_url': 'https://s2.dmcdn.net/u/2/240x240',
}

/** The order of the playlist's owner. */
const arrange = (videos: readonly number[]): readonly number[] =>
  videos.toSorted((one, other) => (one % 7) - (other % 7) || one - other)

const nthVideo = (index: number): JsonObject => ({
  id: idOf(index),
  title: `Harbour ${index} & more`,
  description: index % 3 === 0 ? '' : `Fog.<br />Music by <a href="https://example.org" rel="nofollow">us</a> ${index}`,
  created_time: createdAt(index),
  updated_time: createdAt(index) + (index % 2) * 3_600,
  publish_date: null,
  duration: index % 5 === 0 ? 0 : 95,
  url: `https://www.dailymotion.com/video/${idOf(index)}`,
  thumbnail_1080_url: `https://s1.dmcdn.net/v/${index}/x1080`,
  thumbnail_480_url: `https://s1.dmcdn.net/v/${index}/x480`,
  views_total: index % 4 === 0 ? null : 5_310,
  likes_total: 12,
  language: index % 2 === 0 ? 'fr' : null,
  explicit: index % 6 === 0,
  private: false,
  password_protected: isLocked(index),
  published: true,
  allow_embed: true,
  ...{ mode: 'vod', onair: false, width: 1920, height: 1080, aspect_ratio: 1.77778, tags: ['port', 'brume matinale'] },
  ...{ 'owner.id': 'x1zzzz', 'owner.username': 'harbourtv', 'owner.screenname': 'Harbour TV' },
  'owner.url': 'https://www.dailymotion.com/harbourtv',
  'owner.avatar_240_url': 'https://s2.dmcdn.net/u/1/240x240',
})

export const startDailymotion = async (count = 57): Promise<DailymotionSimulator> => {
  const quirks: DailymotionSimulator['quirks'] = {
    ...{ unknownField: undefined, refusesFieldAs: 'invalid_parameter', hiddenViews: null, depth: 1_000 },
  }
  let videos = Array.from({ length: count }, (_, index) => index).reverse()

  const rowOf = (index: number): JsonObject => {
    const video = nthVideo(index)
    return { ...video, views_total: video.views_total ?? quirks.hiddenViews }
  }
  const only = (value: JsonObject, fields: readonly string[]): JsonObject | undefined => {
    if (fields.some((field) => !Object.hasOwn(value, field) || field === quirks.unknownField)) return undefined
    return Object.fromEntries(fields.map((field) => [field, value[field]]))
  }
  const bodyOrError = (body: JsonObject | undefined): SimulatedResponse =>
    body === undefined ? refusal(400, quirks.refusesFieldAs, "The requested fields don't exist") : { body }

  const list = (
    query: URLSearchParams,
    fields: readonly string[],
    among: readonly number[] = videos,
  ): SimulatedResponse => {
    const [limit, page] = [Number(query.get('limit') ?? '10'), Number(query.get('page') ?? '1')]
    if (limit > 100 || page > 100 || page * limit > quirks.depth) return refusal(400, 'invalid_parameter', 'Too far')
    const before = query.get('created_before')
    const isFiltered = !['0', 'false'].includes(query.get('family_filter') ?? 'true')
    const found = among.filter(
      (index) => (before === null || createdAt(index) < Number(before)) && !(isFiltered && index % 6 === 0),
    )
    const shown = found.slice((page - 1) * limit, page * limit).map((index) => only(rowOf(index), fields))
    if (shown.includes(undefined)) return bodyOrError(undefined)
    return { body: { page, limit, explicit: true, has_more: page * limit < found.length, list: shown } }
  }

  const embed = (url: URL): SimulatedResponse =>
    oembedOf({
      url,
      provider: { name: 'Dailymotion', url: 'https://www.dailymotion.com' },
      type: 'video',
      isThere: (video) => videos.some((index) => idOf(index) === lastPart(video) && !isLocked(index)),
      missing: { status: 404, body: { error: { code: 404, message: 'Not Found' } } },
    })

  const upstream = await startUpstream(({ url, host }: SimulatedRequest) => {
    if (host === 'www.dailymotion.com' && url.pathname === '/services/oembed') return embed(url)
    const fields = (url.searchParams.get('fields') ?? 'id,title').split(',')
    const {
      id = '',
      user = '',
      videos: isList,
    } = /^\/video\/(?<id>\w+)$|^\/user\/(?<user>[\w-]+)(?<videos>\/videos)?$/.exec(url.pathname)?.groups ?? {}
    if (id === 'x9private') return refusal(403, 'access_forbidden', 'This video is private.')
    if (id !== '') {
      const index = videos.find((each) => idOf(each) === id)
      return index === undefined ? noSuch('video') : bodyOrError(only(nthVideo(index), fields))
    }
    const [, playlist, isOfPlaylist] = /^\/playlist\/(\w+)(\/videos)?$/.exec(url.pathname) ?? []
    if (playlist === 'x9hidden') return refusal(403, 'access_forbidden', 'This playlist is private.')
    if (playlist !== undefined && playlist !== PLAYLIST.id) return noSuch('playlist')
    if (playlist !== undefined)
      return isOfPlaylist ? list(url.searchParams, fields, arrange(videos)) : bodyOrError(only(PLAYLIST, fields))
    if (url.pathname === '/videos') {
      const { tags, channel, sort } = Object.fromEntries(url.searchParams)
      const isKnown = tags === 'port' || channel === 'news'
      return list(url.searchParams, fields, isKnown && sort === 'recent' ? videos : [])
    }
    if (user !== 'harbourtv' && user !== 'x1zzzz') return noSuch('user')
    return isList ? list(url.searchParams, fields) : bodyOrError(only(USER, fields))
  })
  return {
    ...upstream,
    handle: 'harbourtv',
    missing: 'nobody-here',
    quirks,
    ids: () => videos.filter((index) => !isLocked(index)).map(idOf),
    arrangedIds: () => arrange(videos.filter((index) => !isLocked(index))).map(idOf),
    foundIds: () => videos.filter((index) => !isLocked(index) && index % 6 !== 0).map(idOf),
    publish(more) {
      const from = (videos[0] ?? -1) + 1
      videos = [...Array.from({ length: more }, (_, index) => from + index).reverse(), ...videos]
    },
  }
}
