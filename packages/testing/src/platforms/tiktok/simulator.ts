// Simulates TikTok's two APIs and their token endpoint. Errors are in `error.code`, even with status 200. Only tests and benchmarks
// use it.

import type { JsonObject } from '@central-api/service/parsing/json-value.ts'
import { lastPart, oembedOf } from '../suite/simulated-oembed.ts'
import { type SimulatedRequest, type SimulatedResponse, type Simulator, startUpstream } from '../suite/simulator.ts'

/** Undocumented behavior of photo posts. */
export type TiktokQuirks = {
  /** The segment before the id in their URL. */
  photoPath: 'photo' | 'video'
  /** Their duration; undefined when it is missing. */
  photoSeconds: number | undefined
}

export type TiktokSimulator = Simulator & {
  readonly quirks: TiktokQuirks
  /** The scopes that the owner granted. */
  readonly scopes: Set<string>
  exchanges(): number
  expireTokens(): void
}

export const TOKENS = ['act.first-token', 'act.second-token'] as const
/** Connected accounts and their tokens; the first two have no posts. */
export const ACCOUNTS = [
  ['other', 'act.token-of-other'],
  ['another', 'act.token-of-another'],
  ['acme', TOKENS[0]],
] as const
const nameOfOther = (token: string): string | undefined => ACCOUNTS.slice(0, 2).find(([, each]) => each === token)?.[0]
export const APPLICATION = { id: 'client-key', secret: 'client-secret-of-app' } as const

const ok = (data: unknown): SimulatedResponse => ({
  body: { data, error: { code: 'ok', message: '', log_id: '20261002081500ABCDEF' } },
})
const refuse = (status: number, code: string, message = ''): SimulatedResponse => ({
  status,
  body: { data: {}, error: { code, message, log_id: '20261002081500ABCDEF' } },
})

const FIELDS: Readonly<Record<string, JsonObject>> = {
  'user.info.basic': {
    open_id: '-000abc',
    union_id: 'u1',
    avatar_url: 'https://p16-sign-va.tiktokcdn.com/x.jpeg?x-expires=1790950500',
    avatar_url_100: 'https://p16-sign-va.tiktokcdn.com/x100.jpeg?x-expires=1790950500',
    avatar_large_url: 'https://p16-sign-va.tiktokcdn.com/x1080.jpeg?x-expires=1790950500',
    display_name: 'Acme',
  },
  'user.info.profile': {
    bio_description: 'Bread',
    profile_deep_link: 'https://vm.tiktok.com/ZMabc/',
    is_verified: false,
    username: 'acme',
  },
  'user.info.stats': { follower_count: 10, following_count: 0, likes_count: 99, video_count: 57 },
}

const DAY_SECONDS = 86_400
/** The id of a post contains the second of its creation. */
const idOf = (second: number): string => String(BigInt(second) * 4_294_967_296n + 1_234_567n)

const cover = (second: number) =>
  `https://p16-sign-va.tiktokcdn.com/obj/${second}.jpeg?x-expires=1790950500&x-signature=abc`

export const isPhoto = (second: number): boolean => second % 5 === 0

const shown = (second: number, { photoPath, photoSeconds }: TiktokQuirks): JsonObject => {
  const id = idOf(second)
  return {
    id,
    create_time: second,
    title: second % 4 === 0 ? '' : `Loaf ${second}`,
    video_description: second % 3 === 0 ? '' : `Loaf ${second} #bread @other`,
    cover_image_url: cover(second),
    share_url: `https://www.tiktok.com/@acme/${isPhoto(second) ? photoPath : 'video'}/${id}?utm_campaign=client_share`,
    duration: isPhoto(second) ? photoSeconds : 31,
    height: 1024,
    width: 576,
    like_count: 12,
    comment_count: 0,
    share_count: 1,
    view_count: 2_147_483_999,
  }
}

/** As the Research API returns it: the id is a number, although too large for exact integers. */
const researched = (second: number): string =>
  JSON.stringify({
    create_time: second,
    username: 'acme',
    video_description: `Loaf ${second} "id":1234567890123456789 #bread`,
    hashtag_names: ['bread'],
    video_duration: 31,
    like_count: 12,
    comment_count: 0,
    share_count: 1,
    view_count: 2_147_483_999,
  }).replace('{', `{"id":${idOf(second)},`)

/** Seconds since the epoch at the beginning of a day such as `20261002`. */
const dayAt = (date: string): number =>
  Date.parse(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T00:00:00Z`) / 1_000

export const startTiktok = async (count = 57): Promise<TiktokSimulator> => {
  const scopes = new Set([...Object.keys(FIELDS), 'video.list'])
  const quirks: TiktokQuirks = { photoPath: 'photo', photoSeconds: 0 }
  const refused = new Set<string>()
  const base = Math.floor(Date.now() / 1_000) - 2 * DAY_SECONDS
  // Newest first. Three days and a second apart, so that every kind occurs whatever the current time is.
  let seconds = Array.from({ length: count }, (_, index) => base - index * (3 * DAY_SECONDS + 1))
  let exchanges = 0
  let tokens = new Set<string>()

  const userInfo = (url: URL, token: string): SimulatedResponse => {
    const names = (url.searchParams.get('fields') ?? '').split(',')
    const fields = Object.entries(FIELDS).filter(([, group]) => names.some((name) => Object.hasOwn(group, name)))
    if (fields.some(([scope]) => !scopes.has(scope))) return refuse(401, 'scope_not_authorized')
    const user = Object.assign({}, ...fields.map(([, group]) => group))
    const other = nameOfOther(token)
    const isNamed = other !== undefined && user.username !== undefined
    return ok({ user: isNamed ? { ...user, username: other } : user })
  }

  const queryOwn = ({
    filters: { video_ids: ids },
  }: {
    readonly filters: { readonly video_ids: readonly string[] }
  }) => {
    if (!scopes.has('video.list')) return refuse(401, 'scope_not_authorized')
    if (ids.length > 20) return refuse(400, 'invalid_params')
    const found = seconds.filter((second) => ids.includes(idOf(second)))
    return ok({ videos: found.map((second) => shown(second, quirks)) })
  }

  const list = ({ cursor, max_count = 10 }: { readonly cursor?: number; readonly max_count?: number }) => {
    if (!scopes.has('video.list')) return refuse(401, 'scope_not_authorized')
    if (max_count < 1 || max_count > 20) return refuse(400, 'invalid_params', 'Invalid count or cursor')
    const behind = seconds.filter((second) => cursor === undefined || second * 1_000 < cursor)
    const page = behind.slice(0, max_count)
    return ok({
      videos: page.map((second) => shown(second, quirks)),
      cursor: (page.at(-1) ?? 0) * 1_000,
      has_more: page.length < behind.length,
    })
  }

  type Query = {
    readonly query: {
      readonly and: readonly [{ readonly field_name: string; readonly field_values: readonly string[] }]
    }
    readonly start_date: string
    readonly end_date: string
    readonly max_count?: number
    readonly cursor?: number
  }
  const query = ({ query: { and }, start_date, end_date, max_count = 20, cursor = 0 }: Query): SimulatedResponse => {
    const [from, to] = [dayAt(start_date), dayAt(end_date) + DAY_SECONDS]
    if (!(to - from <= 30 * DAY_SECONDS) || max_count > 100) return refuse(400, 'invalid_params', 'Invalid dates')
    const [{ field_name, field_values }] = and
    const found = seconds.filter(
      (second) =>
        second >= from &&
        second < to &&
        (field_name === 'video_id' ? field_values.includes(idOf(second)) : field_values.includes('acme')),
    )
    const page = found.slice(cursor, cursor + max_count)
    const end = cursor + page.length
    return {
      headers: { 'content-type': 'application/json' },
      body: `{"data":{"videos":[${page.map(researched)}],"cursor":${end},"search_id":7201388525814961198,"has_more":${end < found.length}},"error":{"code":"ok","message":"","log_id":"x"}}`,
    }
  }

  const exchange = (body: string): SimulatedResponse => {
    const form = new URLSearchParams(body)
    if (form.get('client_key') !== APPLICATION.id || form.get('client_secret') !== APPLICATION.secret)
      return { body: { error: 'invalid_client', error_description: 'Client key or secret is incorrect.', log_id: 'x' } }
    exchanges += 1
    const token = `clt.${exchanges}`
    tokens.add(token)
    return { body: { access_token: token, expires_in: 7_200, token_type: 'Bearer' } }
  }

  const embed = (url: URL): SimulatedResponse =>
    oembedOf({
      url,
      provider: { name: 'TikTok', url: 'https://www.tiktok.com' },
      type: 'video',
      isThere: (post) => seconds.some((second) => idOf(second) === lastPart(post)),
      missing: { status: 400, body: { code: 400, message: 'Something went wrong' } },
      more: { width: '100%', height: '100%', title: 'Loaf #bread', author_name: 'Acme', author_unique_id: 'acme' },
    })

  const upstream = await startUpstream(({ url, headers, host, method, body }: SimulatedRequest): SimulatedResponse => {
    if (host === 'www.tiktok.com' && url.pathname === '/oembed') return embed(url)
    if (host !== 'open.tiktokapis.com') return { status: 404, body: '' }
    const { pathname } = url
    if (pathname === '/v2/oauth/token/') return exchange(body)
    const [, token = ''] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? []
    const isResearch = pathname.startsWith('/v2/research/')
    const isKnown = isResearch
      ? tokens.has(token)
      : [...TOKENS, ...ACCOUNTS.map(([, each]) => each)].some((each) => each === token)
    if (!isKnown || refused.has(token)) return refuse(401, 'access_token_invalid', 'The access token is invalid.')
    if (pathname === '/v2/user/info/') return userInfo(url, token)
    if (method !== 'POST') return refuse(400, 'invalid_params')
    const json = JSON.parse(body)
    if (pathname === '/v2/video/list/') return list(json)
    if (pathname === '/v2/video/query/') return nameOfOther(token) ? ok({ videos: [] }) : queryOwn(json)
    if (pathname === '/v2/research/video/query/') return query(json)
    if (json.username !== 'acme') return refuse(400, 'invalid_params', 'Invalid params: cannot find the user')
    const { open_id: _, union_id: __, username: ___, ...user } = Object.assign({}, ...Object.values(FIELDS))
    return ok(user)
  })

  return {
    ...upstream,
    handle: 'acme',
    missing: 'nobody',
    quirks,
    scopes,
    exchanges: () => exchanges,
    expireTokens() {
      tokens = new Set()
    },
    refuse(secret) {
      refused.add(secret)
    },
    ids: () => seconds.map(idOf),
    publish(more) {
      const newest = seconds[0] ?? base
      seconds = [...Array.from({ length: more }, (_, index) => newest + (index + 1) * 60).reverse(), ...seconds]
    },
  }
}
