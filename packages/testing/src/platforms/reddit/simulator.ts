// Simulates Reddit: its API, its token endpoint and its feeds, told apart by host and path. Undocumented behavior can be switched.
// Only tests and benchmarks use it.

import type { JsonObject } from '@central-api/service/parsing/json-value.ts'
import { oembedOf } from '../suite/simulated-oembed.ts'
import { type SimulatedRequest, type SimulatedResponse, type Simulator, startUpstream } from '../suite/simulator.ts'
import { feedOf } from './simulated-feed.ts'
import { idOf, isVisible, nameOfSubmission, nthComment, nthSubmission } from './simulated-submissions.ts'

export type RedditQuirks = {
  /** The lifetime of a token in seconds, as the endpoint reports it. Reddit's source code of 2017 says 3,600. */
  tokenSeconds: number
  /** The status of an error for a bad grant. */
  grantErrorStatus: 200 | 400
  /** The response for a subreddit that does not exist. */
  unknownSubreddit: 'search' | 'not_found'
  /** The status for an unknown application. */
  blocked: 403 | 429
  /** The items after a position whose post was deleted. */
  lostAnchor: 'nothing' | 'the top' | 'what was there'
  /** The number of items that a list returns at most. */
  depth: number
  /** Whether clients without an application may read the feeds. */
  feeds: 'open' | 'blocked'
}

export type RedditSimulator = Simulator & {
  readonly quirks: RedditQuirks
  exchanges(): number
  expireTokens(): void
  /** Sets the calls that are left in the rate limit. */
  leave(remaining: number): void
  /** Deletes a submission. */
  remove(name: string): void
  /** Ids of the comments, newest first. */
  commentIds(): readonly string[]
}

/** The applications that Reddit knows: ids, secrets, and the user agent of all. */
export const APPLICATIONS = {
  ids: ['app-one', 'app-two'],
  secrets: ['secret-of-one', 'secret-of-two'],
  agent: 'web:shop.example:1.0 (by /u/acme)',
} as const
const basicOf = (id: string, secret: string): string => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
const BASICS = APPLICATIONS.ids.map((id, at) => basicOf(id, APPLICATIONS.secrets[at] ?? ''))

const refusal = (status: number, message: string, reason?: string): SimulatedResponse => ({
  status,
  body: { ...(reason !== undefined && { reason }), message, error: status },
})
const NOT_FOUND = refusal(404, 'Not Found')
const PARDNER = '<!doctype html><title>Blocked</title><h1>whoa there, pardner!</h1>'

/** Users and subreddits that are refused. */
const CLOSED: Readonly<Record<string, SimulatedResponse>> = {
  '/r/secret': refusal(403, 'Forbidden', 'private'),
  '/r/golden': refusal(403, 'Forbidden', 'gold_only'),
  '/r/gated': {
    status: 403,
    body: { reason: 'quarantined', quarantine_message: 'x', message: 'Forbidden', error: 403 },
  },
  '/r/gone': refusal(404, 'Not Found', 'banned'),
  '/user/suspended': refusal(403, 'Forbidden'),
}

const ABOUT: Readonly<Record<string, JsonObject>> = {
  '/user/acme': {
    kind: 't2',
    data: {
      name: 'Acme',
      id: 'a1',
      created: 1_500_000_000,
      created_utc: 1_500_000_000,
      link_karma: 10,
      comment_karma: 5,
      total_karma: 15,
      icon_img: 'https://styles.redditmedia.com/t5_u/styles/icon.png?width=256&s=ee',
      snoovatar_img: '',
      verified: true,
      is_gold: false,
      is_mod: true,
      hide_from_robots: false,
      subreddit: {
        display_name: 'u_Acme',
        title: 'Acme & Co',
        public_description: 'Bread <3',
        icon_img: 'https://styles.redditmedia.com/t5_u/styles/icon.png?width=256&s=ee',
        banner_img: '',
        over_18: false,
        subscribers: 0,
        url: '/user/Acme/',
      },
    },
  },
  '/user/suspended': { kind: 't2', data: { name: 'suspended', is_suspended: true } },
  '/user/shy': { kind: 't2', data: { name: 'shy', id: 'sh', created_utc: 1_500_000_000, hide_from_robots: true } },
  '/r/breadit': {
    kind: 't5',
    data: {
      id: 'b',
      name: 't5_b',
      display_name: 'Breadit',
      title: 'Bread & butter',
      public_description: 'For *bakers*',
      public_description_html: '<div class="md"><p>For <em>bakers</em></p></div>',
      subscribers: 51_200,
      active_user_count: 12,
      icon_img: '',
      community_icon: 'https://styles.redditmedia.com/t5_b/styles/communityIcon.png?width=256&s=ff',
      banner_img: '',
      banner_background_image: 'https://styles.redditmedia.com/t5_b/styles/banner.png?s=gg',
      over18: false,
      subreddit_type: 'public',
      quarantine: false,
      lang: 'en',
      url: '/r/breadit/',
      created_utc: 1_250_000_000,
    },
  },
}

const listing = (children: readonly unknown[], after: string | null): SimulatedResponse => ({
  body: {
    kind: 'Listing',
    data: { after, dist: children.length, modhash: null, geo_filter: '', children, before: null },
  },
})

/** Escapes `&`, `<` and `>` in every string, as Reddit does without `raw_json`. */
const escaped = (value: unknown): unknown => {
  if (typeof value === 'string') return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  if (Array.isArray(value)) return value.map(escaped)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, escaped(each)]))
}

const CUSTOM_FEED: JsonObject = {
  kind: 'LabeledMulti',
  data: {
    ...{ name: 'bread', path: '/user/acme/m/bread/', display_name: 'All bread', visibility: 'public', can_edit: false },
    ...{ description_md: 'From *crumb* to crust', icon_url: 'https://www.redditstatic.com/custom_feeds/bread.png' },
    ...{ subreddits: [{ name: 'breadit' }, { name: 'baking' }], created_utc: 1_600_000_000, num_subscribers: 3 },
  },
}

/** In lists of many authors, every second post is another's. */
const byMany = (item: Item): Item =>
  Number.parseInt(String(item.data.id), 36) % 2 === 0
    ? item
    : { ...item, data: { ...item.data, author: 'seed', author_fullname: 't2_s' } }

/** The list at a path that belongs to no single account; undefined for any other path. */
const listAt = (path: string, query: URLSearchParams): string | undefined => {
  if (path === '/search' || path === '/r/breadit/search') return query.get('q') === 'nothing' ? 'nothing' : 'new'
  return /^\/(?:r\/baking\+breadit|user\/acme\/m\/bread|domain\/bread\.example)\/(\w+)$/.exec(path)?.[1]
}

type Item = { readonly kind: 't1' | 't3'; readonly data: JsonObject }

export const startReddit = async (count = 57): Promise<RedditSimulator> => {
  const quirks: RedditQuirks = {
    tokenSeconds: 86_400,
    grantErrorStatus: 200,
    unknownSubreddit: 'search',
    blocked: 403,
    lostAnchor: 'what was there',
    depth: 1_000,
    feeds: 'open',
  }
  const refused = new Set<string>()
  const removed = new Set<unknown>()
  let posts = Array.from({ length: count }, (_, index) => index).reverse()
  let exchanges = 0
  let tokens = new Map<string, string>()
  let remaining = 594

  const itemsOf = (list: string): readonly Item[] => {
    const submissions = posts.map((index): Item => ({ kind: 't3', data: nthSubmission(index) }))
    const comments = posts.map((index): Item => ({ kind: 't1', data: nthComment(index) }))
    if (list === 'comments') return comments
    if (list === 'overview') return submissions.flatMap((item, at) => [comments[at] ?? item, item])
    return submissions
  }

  const listOf = (list: string, query: URLSearchParams, shown = (item: Item): Item => item): SimulatedResponse => {
    const whole = itemsOf(list).slice(0, quirks.depth)
    const live = whole.filter(({ data }) => !removed.has(data.name))
    const after = query.get('after')
    const limit = Math.min(100, Math.max(1, Number(query.get('limit') ?? '25')))
    const isLost = after !== null && removed.has(after)
    if (isLost && quirks.lostAnchor === 'nothing') return listing([], null)
    const from = isLost && quirks.lostAnchor === 'the top' ? -1 : whole.findIndex(({ data }) => data.name === after)
    const behind = live.filter((item) => whole.indexOf(item) > from)
    const page = behind.slice(0, limit)
    return listing(page.map(shown), page.length < behind.length ? String(page.at(-1)?.data.name) : null)
  }

  const info = (query: URLSearchParams): SimulatedResponse => {
    const names = (query.get('id') ?? '').split(',')
    return listing(
      itemsOf('overview').filter(({ data }) => names.includes(String(data.name)) && !removed.has(data.name)),
      null,
    )
  }

  const readPath = (pathname: string, query: URLSearchParams): SimulatedResponse => {
    const path = pathname.toLowerCase()
    if (path === '/api/info') return info(query)
    if (path === '/api/multi/user/acme/m/bread') return { body: CUSTOM_FEED }
    if (path === '/api/multi/user/acme/m/secret') return refusal(403, 'Forbidden', 'private')
    if (path.startsWith('/api/multi/')) return NOT_FOUND
    const placed = listAt(path, query)
    if (placed !== undefined) return placed === 'nothing' ? listing([], null) : listOf(placed, query, byMany)
    const [, root = '', list = ''] = /^(\/(?:user|r)\/[\w-]+)\/(\w+)$/.exec(path) ?? []
    const about = Object.hasOwn(ABOUT, root) ? ABOUT[root] : undefined
    if (list === 'about' && about !== undefined) return { body: about }
    if (Object.hasOwn(CLOSED, root)) return CLOSED[root] ?? NOT_FOUND
    if (about !== undefined) return listOf(list, query)
    if (!root.startsWith('/r/') || quirks.unknownSubreddit === 'not_found') return NOT_FOUND
    const location = `https://oauth.reddit.com/subreddits/search?q=${root.slice(3)}`
    return { status: 302, headers: { location }, body: '' }
  }

  const api = ({ url, headers }: SimulatedRequest): SimulatedResponse => {
    if (headers['user-agent'] !== APPLICATIONS.agent) return { status: quirks.blocked, body: PARDNER }
    const [, token = ''] = /^bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
    const owner = tokens.get(token)
    if (owner === undefined || refused.has(owner)) {
      const challenge = 'Bearer realm="reddit", error="invalid_token"'
      return { ...refusal(401, 'Unauthorized'), headers: { 'www-authenticate': challenge } }
    }
    const limits = {
      'x-ratelimit-used': String(600 - remaining),
      'x-ratelimit-remaining': `${Math.max(0, remaining)}.0`,
      'x-ratelimit-reset': '586',
    }
    if (remaining <= 0) return { ...refusal(429, 'Too Many Requests'), headers: limits }
    remaining -= 1
    const { status = 200, headers: more, body } = readPath(url.pathname, url.searchParams)
    const isRaw = url.searchParams.get('raw_json') === '1'
    return { status, headers: { ...limits, ...more }, body: isRaw ? body : escaped(body) }
  }

  const exchange = ({ method, headers, body }: SimulatedRequest): SimulatedResponse => {
    if (headers['user-agent'] !== APPLICATIONS.agent) return { status: quirks.blocked, body: PARDNER }
    if (method !== 'POST') return NOT_FOUND
    const basic = headers.authorization ?? ''
    if (!BASICS.includes(basic) || refused.has(basic))
      return { ...refusal(401, 'Unauthorized'), headers: { 'www-authenticate': 'Basic realm="reddit"' } }
    if (new URLSearchParams(body).get('grant_type') !== 'client_credentials')
      return { status: quirks.grantErrorStatus, body: { error: 'unsupported_grant_type' } }
    exchanges += 1
    const token = `token-${exchanges}`
    tokens.set(token, basic)
    return { body: { access_token: token, token_type: 'bearer', expires_in: quirks.tokenSeconds, scope: '*' } }
  }

  const embed = (url: URL): SimulatedResponse => {
    const { pathname = '' } = URL.parse(url.searchParams.get('url') ?? '') ?? {}
    const [, root = '', id] = /^(\/r\/[\w-]+)\/comments\/(\w+)/.exec(pathname.toLowerCase()) ?? []
    return oembedOf({
      url,
      provider: { name: 'reddit', url: 'https://www.reddit.com/' },
      type: 'rich',
      isThere: () =>
        !Object.hasOwn(CLOSED, root) &&
        posts.some((index) => idOf(index) === id && isVisible(index) && !removed.has(nameOfSubmission(index))),
      missing: CLOSED[root] ?? NOT_FOUND,
    })
  }

  const site = ({ url }: SimulatedRequest): SimulatedResponse => {
    const path = url.pathname.toLowerCase()
    if (path === '/oembed') return embed(url)
    if (quirks.feeds === 'blocked') return { status: 403, body: PARDNER }
    const placed = listAt(path.replace(/\.rss$/, ''), url.searchParams)
    const [, root = '', own = ''] = /^(\/(?:user|r)\/[\w-]+)\/(\w+)\.rss$/.exec(path) ?? []
    const list = placed ?? own
    if (Object.hasOwn(CLOSED, root)) return CLOSED[root] ?? NOT_FOUND
    if (placed === undefined && !Object.hasOwn(ABOUT, root))
      return { status: 404, body: '<!doctype html><title>page not found</title>' }
    const limit = Math.min(100, Number(url.searchParams.get('limit') ?? '25'))
    const shown = itemsOf(list).filter(
      ({ data }) => !removed.has(data.name) && data.removed_by_category !== 'moderator' && data.promoted !== true,
    )
    return feedOf(
      url.pathname,
      shown.slice(0, limit).map(({ data }) => data),
    )
  }

  const upstream = await startUpstream((request) => {
    if (request.host === 'oauth.reddit.com') return api(request)
    if (request.host !== 'www.reddit.com') return NOT_FOUND
    return request.url.pathname === '/api/v1/access_token' ? exchange(request) : site(request)
  })
  return {
    ...upstream,
    handle: 'u/acme',
    missing: 'u/nobody',
    hidden: 'r/secret',
    quirks,
    exchanges: () => exchanges,
    expireTokens() {
      tokens = new Map()
    },
    refuse(secret) {
      for (const [at, basic] of BASICS.entries()) if (APPLICATIONS.secrets[at] === secret) refused.add(basic)
    },
    leave(count) {
      remaining = count
    },
    remove(name) {
      removed.add(name)
    },
    ids: () =>
      posts
        .filter(isVisible)
        .map(nameOfSubmission)
        .filter((name) => !removed.has(name)),
    commentIds: () => posts.map((index) => `t1_c${idOf(index)}`),
    publish(more) {
      const from = posts.length
      posts = [...Array.from({ length: more }, (_, index) => from + index).reverse(), ...posts]
    },
  }
}
