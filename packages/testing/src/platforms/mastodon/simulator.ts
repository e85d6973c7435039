// Simulates fediverse servers without a login: an open Mastodon with its quirks, and others that require a login, moved
// or run other software. One listener serves all of them by host. For tests and benchmarks only.

import type { JsonObject } from '@central-api/service/parsing/json-value.ts'
import { lastPart, oembedOf } from '../suite/simulated-oembed.ts'
import { type SimulatedRequest, type SimulatedResponse, type Simulator, startUpstream } from '../suite/simulator.ts'
import { profilePage, SIMULATED_FEEDS } from './simulated-feeds.ts'
import { accountEntity, MAIN_HOST, nthStatus, type Status } from './simulated-statuses.ts'
import { isTagged, rank, respondWithTimeline } from './simulated-timelines.ts'

type Server = {
  readonly refusal?: SimulatedResponse
  /** Accounts are public, and only posts require a login. */
  readonly showsAccounts?: boolean
  readonly feedPath?: string
  /** Profile pages link the feed. */
  readonly namesFeed?: boolean
  readonly token?: string
  readonly hasNoLookup?: boolean
  readonly sendsNoLinks?: boolean
  /** Hollo: the link to the next page contains the id of its first status as `max_id`, which skips that status. */
  readonly skipsByLink?: boolean
  /** Ignores filters and limits. */
  readonly ignoresQuery?: boolean
  /** Redirects objects to notices; search requires a login. */
  readonly searchRequiresLogin?: boolean
  /** Who may read timelines, since Mastodon 4.5. */
  readonly timelines?: 'local' | 'off'
  /** Fails requests for pinned posts. */
  readonly breaksOnPinned?: boolean
}

const json = (status: number, error: string): SimulatedResponse => ({ status, body: { error } })
const LOGIN_REQUIRED = json(401, 'This API requires an authenticated user')
const PAGE_NOT_FOUND: SimulatedResponse = { status: 404, body: '<!doctype html><title>Not found</title>' }

const SERVERS: Readonly<Record<string, Server>> = {
  [MAIN_HOST]: { feedPath: '/@garden.rss' },
  'closed.example': { refusal: LOGIN_REQUIRED, token: 'opens-closed' },
  'members.example': { refusal: LOGIN_REQUIRED, feedPath: '/@garden.rss' },
  'gotosocial.example': { refusal: json(401, 'Unauthorized: token not supplied'), feedPath: '/@garden/feed.rss' },
  'pixelfed.example': { refusal: json(403, 'Forbidden'), showsAccounts: true, feedPath: '/users/garden.atom' },
  'old.example': { refusal: json(403, ''), hasNoLookup: true, feedPath: '/users/garden.atom' },
  'walled.example': { refusal: LOGIN_REQUIRED, feedPath: '/@garden/atom.xml' },
  'hollo-walled.example': { refusal: LOGIN_REQUIRED, feedPath: '/@garden/atom.xml', namesFeed: true },
  'akkoma.example': { refusal: json(403, 'Invalid credentials.'), feedPath: '/users/garden/feed.atom' },
  'named.example': { refusal: LOGIN_REQUIRED, feedPath: '/blog/of/garden', namesFeed: true },
  'hollo.example': { skipsByLink: true },
  'local.example': { timelines: 'local' },
  'off.example': { timelines: 'off' },
  'pleroma.example': { searchRequiresLogin: true },
  'pinless.example': { breaksOnPinned: true },
  'linkless.example': { sendsNoLinks: true },
  'greedy.example': { ignoresQuery: true, sendsNoLinks: true },
}

const accessOf = (local: string, remote: string) => ({
  configuration: {
    timelines_access: { live_feeds: { local, remote }, hashtag_feeds: { local, remote }, trending_link_feeds: {} },
  },
})
const ACCESS = { local: accessOf('public', 'authenticated'), off: accessOf('disabled', 'disabled') }

/** A Pleroma post id. */
export const NOTICE = 'AbCdEf0123456789xY'

/** A domain whose accounts are at another server. */
const HANDLES_HOST = 'handles.example'

export type MastodonSimulator = Simulator & {
  /** Current ids of matching statuses. */
  idsOf(matches: (status: Status) => boolean): readonly string[]
  /** Current ids of what everybody may see with such hashtags, newest first; of all without them. */
  timelineIds(...tags: Parameters<typeof isTagged>): readonly string[]
  trendIds(): readonly string[]
  pin(...ids: readonly string[]): void
}

export const isOwnPost = (status: Status): boolean =>
  isVisible(status) &&
  status.reblog === null &&
  (status.in_reply_to_id === null || status.in_reply_to_account_id === '109876543210987654')

const isVisible = ({ visibility }: Status) => visibility === 'public' || visibility === 'unlisted'

const isShown = (status: Status) => isVisible(status) && status.reblog === null

/** Ids are numeric strings of different lengths. */
const isOlder = (id: string, than: string) => id.length < than.length || (id.length === than.length && id < than)

export const startMastodon = async (): Promise<MastodonSimulator> => {
  const statuses = Array.from({ length: 90 }, (_, index) => nthStatus(index)).reverse()
  let pinned: readonly string[] = []

  const list = (query: URLSearchParams, server: Server, isMember: boolean): readonly Status[] => {
    const seen = statuses.filter((status) => isMember || isVisible(status))
    if (query.get('pinned') === 'true') return seen.filter(({ id }) => pinned.includes(id))
    const maxId = query.get('max_id')
    const after = maxId === null ? seen : seen.filter(({ id }) => isOlder(id, maxId))
    if (server.ignoresQuery) return after.slice(0, 30)
    const tag = query.get('tagged')
    const wanted = after
      .filter((status) => tag === null || isTagged([tag])(status))
      .map((status) => (tag === null ? status : { ...status, tags: [{ name: tag, url: '' }] }))
      .filter(
        (status) =>
          query.get('exclude_replies') !== 'true' ||
          status.reblog !== null ||
          isOwnPost({ ...status, visibility: 'public' }),
      )
      .filter(({ reblog }) => query.get('exclude_reblogs') !== 'true' || reblog === null)
      .filter((status) => query.get('only_media') !== 'true' || (status.media_attachments as []).length > 0)
    return wanted.slice(0, Math.min(40, Number(query.get('limit') ?? '20')))
  }

  const links = ({ url, host }: SimulatedRequest, page: readonly Status[], server: Server, isMember: boolean) => {
    const [first, last] = [page[0], page.at(-1)]
    if (first === undefined || last === undefined) return {}
    const at = (name: string, id: string) => `<https://${host}${url.pathname}?${name}=${id}>`
    const query = new URLSearchParams(url.searchParams)
    query.set('max_id', last.id)
    const [nextStatus] = list(query, server, isMember)
    const from = server.skipsByLink ? nextStatus?.id : last.id
    const isFull = page.length === Number(url.searchParams.get('limit') ?? '20')
    const next = isFull && from !== undefined ? [`${at('max_id', from)}; rel="next"`] : []
    return { link: [...next, `${at('min_id', first.id)}; rel="prev"`].join(', ') }
  }

  const ROUTES: readonly (readonly [
    RegExp,
    (request: SimulatedRequest, server: Server, isMember: boolean, id: string) => SimulatedResponse,
  ])[] = [
    [/^\/api\/v1\/accounts\/lookup$/, ({ url, host }) => lookUp(url.searchParams.get('acct') ?? '', host)],
    [
      /^\/api\/v1\/accounts\/109876543210987654\/statuses$/,
      (request, server, isMember) => {
        if (server.breaksOnPinned && request.url.searchParams.get('pinned') === 'true') return { status: 500, body: '' }
        const body = list(request.url.searchParams, server, isMember)
        return { body, headers: server.sendsNoLinks ? {} : links(request, body, server, isMember) }
      },
    ],
    [
      /^\/api\/v1\/statuses\/(\w+)$/,
      (_, __, isMember, id) => {
        const named = id === NOTICE ? statuses[0]?.id : id
        const status = statuses.find((each) => each.id === named && (isMember || isVisible(each)))
        return status ? { body: status } : json(404, 'Record not found')
      },
    ],
    [
      /^\/api\/oembed$/,
      ({ url, host }) =>
        oembedOf({
          url,
          provider: { name: host, url: `https://${host}/` },
          type: 'rich',
          isThere: (post) => statuses.some((each) => each.id === lastPart(post) && isVisible(each)),
          missing: json(404, 'Record not found'),
          more: { cache_age: 86_400, width: 400 },
        }),
    ],
    [
      /^\/api\/v2\/search$/,
      ({ url }, { searchRequiresLogin: searchesForMembers = false }) =>
        searchesForMembers
          ? LOGIN_REQUIRED
          : {
              body: {
                accounts: [],
                hashtags: [],
                statuses: url.searchParams.get('q')?.includes('0000') ? [] : [statuses[0]],
              },
            },
    ],
  ]

  const upstream = await startUpstream((request) => {
    const { host, url } = request
    const server = SERVERS[host]
    if (url.pathname === '/.well-known/webfinger') return webFinger(url.searchParams.get('resource') ?? '')
    if (server === undefined) return PAGE_NOT_FOUND
    if (url.pathname === server.feedPath) return SIMULATED_FEEDS[server.feedPath] ?? PAGE_NOT_FOUND
    if (server.namesFeed && server.feedPath && url.pathname === '/@garden') return profilePage(server.feedPath)
    if (server.searchRequiresLogin && url.pathname.startsWith('/objects/'))
      return { status: 302, headers: { location: `/notice/${NOTICE}` }, body: '' }
    const isMember = server.token !== undefined && request.headers.authorization === `Bearer ${server.token}`
    const isLookup = url.pathname.endsWith('/lookup')
    const shown = statuses.filter(isShown)
    const timeline = respondWithTimeline({ path: url.pathname, query: url.searchParams, isOlder }, shown)
    if (url.pathname === '/api/v2/instance' && server.timelines) return { body: ACCESS[server.timelines] }
    if (timeline !== undefined && server.timelines === 'off' && url.pathname !== '/api/v1/instance') return { body: [] }
    if (timeline !== undefined && server.timelines === 'local' && url.searchParams.get('local') !== 'true')
      return url.pathname === '/api/v1/instance' ? timeline : LOGIN_REQUIRED
    if (timeline !== undefined) {
      return server.refusal && !isMember
        ? server.refusal
        : { ...timeline, headers: { ...RATE_HEADERS, ...timeline.headers } }
    }
    if (isLookup && server.hasNoLookup) return PAGE_NOT_FOUND
    for (const [pattern, response] of ROUTES) {
      const match = pattern.exec(url.pathname)
      if (!match) continue
      if (server.refusal && !isMember && !(isLookup && server.showsAccounts)) return server.refusal
      const result = response(request, server, isMember, match[1] ?? '')
      return { ...result, headers: { ...RATE_HEADERS, ...result.headers } }
    }
    return PAGE_NOT_FOUND
  })

  const idsOf = (matches: (status: Status) => boolean) => statuses.filter(matches).map(({ id }) => id)
  return {
    ...upstream,
    handle: `garden@${MAIN_HOST}`,
    missing: `nobody@${MAIN_HOST}`,
    hidden: 'garden@closed.example',
    ids: () => idsOf(isOwnPost),
    idsOf,
    timelineIds: (any, ...more) =>
      idsOf((status) => isShown(status) && (any.length === 0 || isTagged(any, ...more)(status))),
    trendIds: () =>
      statuses
        .filter(isShown)
        .toSorted((one, other) => rank(one) - rank(other))
        .map(({ id }) => id),
    pin: (...ids) => {
      pinned = ids
    },
    publish(count) {
      for (let more = 0; more < count; more += 1) statuses.unshift(nthStatus(statuses.length))
    },
  }
}

/** The reset is a date, not a number. */
const RATE_HEADERS = {
  'x-ratelimit-limit': '300',
  'x-ratelimit-remaining': '299',
  'x-ratelimit-reset': '2026-08-01T13:50:00.809356Z',
}

const SPECIAL_ACCOUNTS: Readonly<Record<string, SimulatedResponse>> = {
  garden: { body: accountEntity('garden') },
  banned: { body: accountEntity('banned', MAIN_HOST, { suspended: true, note: '', display_name: '' }) },
  gone: json(410, 'Gone'),
}

const lookUp = (acct: string, host: string): SimulatedResponse => {
  const [user = '', domain = host] = acct.toLowerCase().split('@')
  const known = domain === host || domain === HANDLES_HOST ? SPECIAL_ACCOUNTS[user] : undefined
  return known ?? json(404, 'Record not found')
}

const webFinger = (resource: string): SimulatedResponse => {
  const [user, host = ''] = resource.replace('acct:', '').split('@')
  if (user !== 'garden') return { status: 404, body: '' }
  const apiHost = host === HANDLES_HOST ? MAIN_HOST : host
  const links: JsonObject[] = [
    { rel: 'http://webfinger.net/rel/profile-page', type: 'text/html', href: `https://${apiHost}/@garden` },
    { rel: 'self', type: 'application/activity+json', href: `https://${apiHost}/users/garden` },
  ]
  return { headers: { 'content-type': 'application/jrd+json; charset=utf-8' }, body: { subject: resource, links } }
}
