// Simulates the Threads API. Undocumented behavior can be switched. Only tests and benchmarks use it.

import { type JsonObject, jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import {
  createTokens,
  GRAPH_FACTS,
  graphFault,
  missingEmbed,
  pageOf,
  parseFields,
  select,
  tokenOf,
  usageHeaders,
} from '../meta/simulated-graph.ts'
import { believed, type Facts } from '../suite/facts.ts'
import { lastPart, oembedOf } from '../suite/simulated-oembed.ts'
import { type SimulatedRequest, type SimulatedResponse, type Simulator, startUpstream } from '../suite/simulator.ts'
import { nthPost, PROFILE } from './simulated-posts.ts'

/** Assumed behavior; the first value is the most likely one. */
export const FACTS = {
  ...GRAPH_FACTS,
  /** The type of a post with a GIF. */
  gifType: ['TEXT_POST', 'GIF'],
  /** The form of an album's children. */
  children: ['with fields', 'ids alone'],
} as const

type ThreadsFacts = Facts<typeof FACTS>

export type ThreadsQuirks = {
  /** The response for a name that is unknown, private, or has too few followers. */
  unknownName: SimulatedResponse
  /** Whether the fields that only the guide documents are refused. */
  isDocumentedOnly: boolean
  /** Whether the application was reviewed. */
  isReviewed: boolean
  /** Whether the token may read its owner's replies and mentions. */
  mayReadOwn: boolean
  /** Whether searches find posts of others than the token's owner. */
  maySearch: boolean
  /** The number of searches that the token's owner may make; empty ones do not count. */
  searchesLeft: number
  /** Whether the last page has a cursor to an empty page. */
  hasCursorAtEnd: boolean
  /** Leaves every n-th post out of its page, which becomes shorter. */
  leavesOut: number
  /** The used share of the application's calls, in percent. */
  used: number
  /** Whether tokens are too young to be renewed. */
  areTokensYoung: boolean
}

export type ThreadsSimulator = Simulator & {
  readonly quirks: ThreadsQuirks
  suppose(facts: Partial<ThreadsFacts>): void
  /** The number of tokens that were issued. */
  renewals(): number
  /** Expires a token. */
  end(token: string): void
}

/** The owner of the tokens. */
const OWNER = 'acme.bakery'

export const TOKENS = ['THQW-first-token', 'THQW-second-token'] as const
const HOST = 'graph.threads.net'
const OF_META: ReadonlySet<string | null> = new Set(['meta', 'threads', 'instagram', 'facebook'])
const GUIDE_ONLY = new Set(['topic_tag', 'poll_attachment', 'text_attachment', 'is_verified', 'profile_picture_url'])

const idsAlone = (children: unknown): JsonObject => ({
  data: jsonList(jsonObject(children).data).map((child) => ({ id: jsonObject(child).id })),
})

const NOT_FOUND = graphFault(100, "Unsupported get request. Object with ID '1' does not exist", {
  subcode: 33,
  type: 'THApiException',
})

export const startThreads = async (count = 57): Promise<ThreadsSimulator> => {
  const quirks: ThreadsQuirks = {
    unknownName: graphFault(100, 'The requested user is not available', { type: 'THApiException' }),
    isDocumentedOnly: false,
    isReviewed: true,
    maySearch: true,
    mayReadOwn: true,
    searchesLeft: 2_200,
    hasCursorAtEnd: false,
    leavesOut: 0,
    used: 12,
    areTokensYoung: false,
  }
  let facts: ThreadsFacts = believed(FACTS)
  const tokens = createTokens(TOKENS)
  let posts = Array.from({ length: count }, (_, index) => nthPost(index)).reverse()

  const isShown = (_: unknown, at: number): boolean =>
    quirks.leavesOut === 0 || (posts.length - at) % quirks.leavesOut !== 0

  const lookUp = (name: string | null): SimulatedResponse =>
    name === PROFILE.username ? { body: PROFILE } : { body: { username: name, name, is_verified: true } }

  const shown = (post: JsonObject): JsonObject => ({
    ...post,
    ...(post.gif_url !== undefined && { media_type: facts.gifType }),
    ...(post.children !== undefined && facts.children === 'ids alone' && { children: idsAlone(post.children) }),
  })

  const list = ({ searchParams }: URL, listed = posts): SimulatedResponse => {
    const requested = parseFields(searchParams.get('fields') ?? 'id')
    const refused = quirks.isDocumentedOnly ? requested.find(({ name }) => GUIDE_ONLY.has(name)) : undefined
    if (refused)
      return graphFault(100, `Tried accessing nonexisting field (${refused.name})`, { type: 'THApiException' })
    const limit = Number(searchParams.get('limit') ?? '25')
    if (limit > 100) return graphFault(100, 'Param limit must be at most 100', { type: 'THApiException' })
    const page = pageOf(listed, searchParams.get('after'), limit)
    if (page === undefined) return graphFault(100, facts.cursorWords, { type: 'THApiException' })
    const { before, after, isLast } = page
    const isEnd = isLast && !quirks.hasCursorAtEnd
    const from = listed.indexOf(page.items[0] ?? {})
    return {
      body: {
        data: page.items.filter((item, at) => isShown(item, from + at)).map((item) => select(shown(item), requested)),
        ...(after !== undefined && { paging: { cursors: isEnd ? { before } : { before, after } } }),
      },
    }
  }

  /** Posts of two authors in turn: the second one owns the token. */
  const authored = (post: JsonObject, at: number): JsonObject =>
    (posts.length - at) % 2 === 0 ? { ...post, username: 'other.baker' } : { ...post, username: OWNER }

  const search = (url: URL): SimulatedResponse => {
    const { searchParams } = url
    const [mode, type] = [searchParams.get('search_mode') ?? 'KEYWORD', searchParams.get('search_type') ?? 'TOP']
    if (!/^(?:TAG|KEYWORD)$/.test(mode) || !/^(?:TOP|RECENT)$/.test(type))
      return graphFault(100, 'Invalid parameter', { type: 'THApiException' })
    const isKnown = ['bread', 'rye bread', 'threads'].includes(searchParams.get('q') ?? '')
    const all = isKnown ? posts.map(authored).filter(({ username }) => quirks.maySearch || username === OWNER) : []
    if (all.length > 0 && quirks.searchesLeft <= 0)
      return graphFault(4, 'Application request limit reached', { status: 403, type: 'THApiException' })
    if (all.length > 0) quirks.searchesLeft -= 1
    return list(url, type === 'TOP' ? all.toReversed() : all)
  }

  /** The replies of the token's owner, or the posts that mention that account. */
  const own = (url: URL, token: string | null): SimulatedResponse => {
    if (!quirks.mayReadOwn)
      return graphFault(10, 'Application does not have permission for this action', { type: 'THApiException' })
    const isFirst = token?.startsWith(TOKENS[0]) === true
    if (!isFirst) return list(url, [])
    const isReplies = url.pathname.endsWith('/replies')
    return list(
      url,
      posts.map((post) => ({
        ...{ ...post, username: isReplies ? OWNER : 'other.baker' },
        ...(isReplies && { replied_to: { id: `r${String(post.id)}` } }),
      })),
    )
  }

  const api = (request: SimulatedRequest): SimulatedResponse => {
    const { url } = request
    const fault = tokens.faultOf(tokenOf(request))
    if (fault) return fault
    if (url.pathname === '/v1.0/keyword_search') return search(url)
    if (/^\/v1\.0\/me\/(?:replies|mentions)$/.test(url.pathname)) return own(url, tokenOf(request))
    const name = url.searchParams.get('username')
    if (!quirks.isReviewed && !OF_META.has(name))
      return graphFault(10, 'Application does not have permission for this action', { type: 'THApiException' })
    if (name !== PROFILE.username && !OF_META.has(name)) return quirks.unknownName
    if (url.pathname === '/v1.0/profile_lookup') return lookUp(name)
    return url.pathname === '/v1.0/profile_posts' ? list(url) : NOT_FOUND
  }

  const refresh = (request: SimulatedRequest): SimulatedResponse => {
    const token = tokenOf(request)
    const fault = tokens.faultOf(token)
    if (fault) return fault
    if (request.url.searchParams.get('grant_type') !== 'th_refresh_token') return graphFault(100, 'Invalid parameter')
    if (quirks.areTokensYoung) return graphFault(1, 'The token is too young', { type: 'THApiException' })
    return { body: { access_token: tokens.issue(token ?? ''), token_type: 'bearer', expires_in: 5_183_944 } }
  }

  const embed = (url: URL): SimulatedResponse =>
    oembedOf({
      url,
      provider: { name: 'Threads', url: 'https://www.threads.com/' },
      type: 'rich',
      isThere: (post) => posts.some(({ shortcode }) => shortcode === lastPart(post)),
      missing: missingEmbed(facts.oembedMissing),
    })

  const upstream = await startUpstream((request) => {
    if (request.host !== HOST) return { status: 404, body: '' }
    if (request.url.pathname === '/v1.0/oembed') return embed(request.url)
    if (request.url.pathname === '/refresh_access_token') return refresh(request)
    return { ...api(request), headers: usageHeaders(quirks.used) }
  })
  return {
    ...upstream,
    handle: 'acme.bakery',
    missing: 'nobody',
    quirks,
    suppose(more) {
      facts = { ...facts, ...more }
    },
    // Tokens are renewed in the background, in parallel with other calls, so these calls do not count.
    calls: () => upstream.requests().filter(({ url }) => url.pathname !== '/refresh_access_token').length,
    renewals: tokens.issued,
    refuse: tokens.refuse,
    end: tokens.end,
    ids: () => posts.filter(isShown).map(({ id }) => String(id)),
    publish(more) {
      const from = posts.length
      posts = [...Array.from({ length: more }, (_, index) => nthPost(from + index)).reverse(), ...posts]
    },
  }
}
