// Simulates servers by host: Lemmy 0.19, 1.0 with the part of API v3 that it still has, PieFed, Mbin, and two that require a
// login. For tests and benchmarks only.

import { type JsonObject, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { believed, type Facts } from '../suite/facts.ts'
import { type SimulatedRequest, type SimulatedResponse, type Simulator, startUpstream } from '../suite/simulator.ts'
import { idInMbin, isOwnOfMbin, isThread, LOGIN_REQUIRED, MBIN_HOST, mbin } from './simulated-mbin.ts'
import { piefedCommunity, piefedFeed, piefedPerson, piefedSite, piefedView } from './simulated-piefed.ts'
import { multiView, serverView } from './simulated-places.ts'
import {
  community,
  communityOfNew,
  NEW_HOST,
  nthView,
  OLD_HOST,
  person,
  personOfNew,
  SERVER_FEATURED,
  type View,
  viewOfNew,
} from './simulated-posts.ts'

/** Unverified assumptions about the API. Tests try every value. */
export const FACTS = {
  /** Response of 1.0 for hidden votes. */
  votes: ['shown', 'zeros', 'left out'],
  /** Response for a missing account. */
  missing: [
    { status: 404, name: 'couldnt_find_person' },
    { status: 400, name: 'couldnt_find_that_username_or_email' },
  ],
  /** Whether Mbin filters its list of threads and posts by server. */
  federation: ['filters', 'ignored'],
} as const

type LemmyFacts = Facts<typeof FACTS>

export type LemmySimulator = Simulator & {
  suppose(facts: Partial<LemmyFacts>): void
  /** Ids of the posts in a server's lists, in the order of the server. */
  idsIn(list: 'local' | 'all' | 'multi'): readonly string[]
  /** Ids of the posts of Mbin, newest first: its threads, its own threads and posts, or all. */
  mbinIds(list: 'threads' | 'local' | 'all'): readonly string[]
  /** Ids of the posts of the server itself, newest first. */
  localIds(): readonly string[]
}

const LANGUAGES = [
  { id: 0, code: 'und', name: 'Undetermined' },
  { id: 37, code: 'en', name: 'English' },
]
const CLOSED_HOST = 'closed.example'
const CLOSED_MBIN_HOST = 'closed-mbin.example'
const PIEFED_HOST = 'piefed.example'
const PIEFED_ERROR: SimulatedResponse = {
  status: 400,
  body: { code: 400, message: 'Not found', status: 'Bad Request' },
}

const error = (status: number, name: string): SimulatedResponse => ({ status, body: { error: name } })
const NO_ROUTE: SimulatedResponse = { status: 404, body: '' }
const PAGE: SimulatedResponse = { status: 404, body: '<!doctype html><title>Not found</title>' }

const isSeen = ({ post }: View): boolean => post.deleted !== true && post.removed !== true

export const startLemmy = async (): Promise<LemmySimulator> => {
  let facts: LemmyFacts = believed(FACTS)
  const views = Array.from({ length: 90 }, (_, index) => nthView(index)).reverse()

  const cut = (query: URLSearchParams, fallback: number): number | undefined => {
    const limit = Number(query.get('limit') ?? fallback)
    return limit >= 1 && limit <= 50 ? limit : undefined
  }
  /** Posts after the one of the cursor. Featured posts come first, and once. */
  const listOf = (
    cursor: string | null,
    limit: number,
    featured: 'featured_community' | 'featured_local' | undefined,
    shown: readonly View[] = views,
  ) => {
    const first = featured === undefined ? [] : shown.filter(({ post }) => post[featured] === true)
    const all = [...first, ...shown.filter((view) => !first.includes(view))]
    const from = cursor === null ? 0 : all.findIndex(({ post }) => Number(post.id) === Number.parseInt(cursor, 16)) + 1
    return { page: all.slice(from, from + limit), isLast: from + limit >= all.length }
  }
  /** Every third post is from another server. */
  const local = () => views.filter(({ post }) => Number(post.id) % 3 !== 0)
  const cursorOf = (page: readonly View[]): string | undefined => {
    const last = page.at(-1)
    return last && Number(last.post.id).toString(16)
  }
  const TOO_MANY = { status: 400, body: { error: 'unknown', message: 'Fetch limit is > 50' } }

  const votedOn = (view: JsonObject): JsonObject => {
    if (facts.votes === 'shown') return view
    const { score: _, upvotes: _up, downvotes: _down, ...post } = jsonObject(view.post)
    return { ...view, post: facts.votes === 'zeros' ? { ...post, score: 0, upvotes: 0, downvotes: 0 } : post }
  }

  const v3 = (path: string, query: URLSearchParams, isNew: boolean): SimulatedResponse => {
    const limit = cut(query, 10)
    if (limit === undefined) return TOO_MANY
    if (path === 'site') return { body: { site_view: serverView('v3'), all_languages: LANGUAGES, version: '0.19.20' } }
    if (path === 'post') {
      const view = views.find(({ post }) => String(post.id) === query.get('id'))
      return view && isSeen(view)
        ? { body: { post_view: view, moderates: [], cross_posts: [] } }
        : error(404, isNew ? 'not_found' : 'couldnt_find_post')
    }
    if (path === 'community')
      return query.get('name') === 'maps'
        ? {
            body: {
              community_view: { community: community(), counts: { subscribers: 310, posts: 95 } },
              moderators: [],
            },
          }
        : error(404, 'couldnt_find_community')
    if (path === 'post/list') {
      const cursor = query.get('page_cursor')
      const type = query.get('type_')
      const featured = type === null ? 'featured_community' : 'featured_local'
      const { page } = listOf(cursor?.slice(1) ?? null, limit, featured, type === 'Local' ? local() : views)
      const next = cursorOf(page)
      return { body: { posts: page, ...(next !== undefined && { next_page: `P${next}` }) } }
    }
    if (path !== 'user' || isNew) return NO_ROUTE
    if (query.get('username') === 'gone')
      return { body: { person_view: { person: person({ deleted: true }), counts: {} }, posts: [] } }
    if (query.get('username') !== 'nia') return error(facts.missing.status, facts.missing.name)
    const page = Number(query.get('page') ?? '1')
    const posts = views.slice((page - 1) * limit, page * limit)
    const view = { person: person(), counts: { person_id: 812, post_count: 90, comment_count: 40 }, is_admin: false }
    return { body: { person_view: view, posts, comments: [], moderates: [] } }
  }

  /** A short page has no cursor. */
  const pageOf = ({ page, isLast }: ReturnType<typeof listOf>): SimulatedResponse => {
    const next = cursorOf(page)
    const items = page.map((view) => votedOn(viewOfNew(view)))
    return { body: { items, ...(next !== undefined && !isLast && { next_page: `ey${next}` }) } }
  }

  const v4 = (path: string, query: URLSearchParams): SimulatedResponse => {
    const limit = cut(query, 20)
    if (limit === undefined) return TOO_MANY
    if (path === 'site') return { body: { site_view: serverView('v4'), all_languages: LANGUAGES, version: '1.0.0' } }
    const multi = path === 'multi_community' ? query.get('name') : query.get('multi_community_name')
    const type = query.get('type_')
    if (multi !== null && multi !== 'wells') return error(404, 'not_found')
    if (path === 'multi_community') return { body: { multi_community_view: multiView(), communities: [] } }
    if (path === 'post/list' && (multi !== null || type === 'local' || type === 'all')) {
      const shown = type === 'local' ? local() : views
      return pageOf(
        listOf(query.get('page_cursor')?.slice(2) ?? null, limit, multi === null ? 'featured_local' : undefined, shown),
      )
    }
    const name = query.get('username') ?? query.get('name') ?? query.get('community_name')
    if (name !== 'nia' && name !== 'maps') return error(404, 'not_found')
    if (path === 'person') return { body: { person_view: { person: personOfNew(), is_admin: false }, moderates: [] } }
    if (path === 'community') return { body: { community_view: { community: communityOfNew() }, moderators: [] } }
    const featured = path === 'post/list' ? 'featured_community' : undefined
    return pageOf(listOf(query.get('page_cursor')?.slice(2) ?? null, limit, featured))
  }

  /** PieFed's own API: pages are numbers, and errors have status 400. */
  const alpha = (path: string, query: URLSearchParams): SimulatedResponse => {
    if (path === 'site') return { body: piefedSite(LANGUAGES) }
    if (path === 'community') return query.get('name') === 'maps' ? { body: piefedCommunity() } : PIEFED_ERROR
    if (path === 'user') return query.get('username') === 'nia' ? { body: piefedPerson() } : PIEFED_ERROR
    if (path === 'feed') return query.get('name') === 'tides' ? { body: piefedFeed() } : PIEFED_ERROR
    const isKnown =
      query.get('community_id') === '7' ||
      query.get('feed_id') === '31' ||
      query.get('person_id') === '812' ||
      query.has('type_')
    if (path !== 'post/list' || !isKnown) return PIEFED_ERROR
    const [page, limit] = [Number(query.get('page') ?? '1'), Number(query.get('limit') ?? '10')]
    const shown = query.get('type_') === 'Local' ? local() : views
    const posts = shown.slice((page - 1) * limit, page * limit).map(piefedView)
    return { body: { posts, next_page: String(page + 1) } }
  }

  const upstream = await startUpstream(({ host, url }: SimulatedRequest) => {
    const { rest = '' } = /^\/api\/(?!v[34]\/|alpha\/)(?<rest>.+)$/.exec(url.pathname)?.groups ?? {}
    if (host === MBIN_HOST && rest !== '') return mbin(rest, url.searchParams, views, facts)
    if (host === CLOSED_MBIN_HOST && rest !== '') return LOGIN_REQUIRED
    const { version, path = '' } = /^\/api\/(?<version>v[34]|alpha)\/(?<path>.+)$/.exec(url.pathname)?.groups ?? {}
    if (version === undefined) return PAGE
    if (host === PIEFED_HOST) return version === 'alpha' ? alpha(path, url.searchParams) : PAGE
    if (version === 'alpha') return PAGE
    if (host === CLOSED_HOST) return version === 'v3' ? error(400, 'instance_is_private') : NO_ROUTE
    if (host === NEW_HOST) {
      const limits = { 'x-ratelimit-limit': '200', 'x-ratelimit-remaining': '180', 'x-ratelimit-reset': '40' }
      const response = version === 'v4' ? v4(path, url.searchParams) : v3(path, url.searchParams, true)
      return { ...response, headers: limits }
    }
    if (host !== OLD_HOST) return PAGE
    return version === 'v3' ? v3(path, url.searchParams, false) : NO_ROUTE
  })

  return {
    ...upstream,
    handle: `nia@${OLD_HOST}`,
    missing: `nobody@${OLD_HOST}`,
    hidden: `nia@${CLOSED_HOST}`,
    ids: () => views.filter(isSeen).map(({ post }) => post.ap_id),
    localIds: () =>
      local()
        .filter(isSeen)
        .map(({ post }) => post.ap_id),
    mbinIds: (list) =>
      views
        .filter(isSeen)
        .filter(list === 'threads' ? isThread : list === 'local' ? isOwnOfMbin : () => true)
        .map(idInMbin),
    idsIn(list) {
      const shown = (list === 'local' ? local() : views).filter(isSeen)
      const ids = shown.map(({ post }) => post.ap_id)
      const first = list === 'multi' ? [] : ids.filter((id) => id.endsWith(`/${SERVER_FEATURED}`))
      return [...first, ...ids.filter((id) => !first.includes(id))]
    },
    suppose(more) {
      facts = { ...facts, ...more }
    },
    publish(count) {
      for (let more = 0; more < count; more += 1) views.unshift(nthView(views.length))
    },
  }
}
