// Simulates Business Discovery and the exchange of tokens. Unverified behavior can be switched. For tests and
// benchmarks only.

import {
  createTokens,
  type FieldRequest,
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
import { ACCOUNT, nthMedia } from './simulated-media.ts'
import { createSimulatedTags } from './simulated-tags.ts'

/** Unverified assumptions about the API. Tests try every value. */
export const FACTS = {
  ...GRAPH_FACTS,
  /** Default page size. */
  pageSize: [25, 10],
  /** Whether the cursor of a hashtag differs from page to page. The documentation's never does. */
  tagCursor: ['same', 'moving'],
} as const

type InstagramFacts = Facts<typeof FACTS>

export type InstagramQuirks = {
  /** A refused field, which only a field without a guarantee can be. */
  refuses: string
  /** A field that stories do not have. */
  storiesRefuse: string
  /** Whether the last page has a cursor that leads to an empty page. */
  hasCursorAtEnd: boolean
  /** Whether an account without posts has an empty list or none. */
  hasList: boolean
  /** Leaves out every n-th post, so that pages are shorter. */
  leavesOut: number
  /** Used percentage of the app's call limit. */
  used: number
  /** Unix seconds at which tokens expire, as in `debug_token`; 0 is never. */
  tokenEndsAt: number
}

export type InstagramSimulator = Simulator & {
  readonly quirks: InstagramQuirks
  suppose(facts: Partial<InstagramFacts>): void
  renewals(): number
  end(token: string): void
  /** Ids of the posts with the hashtag `bread`. */
  tagIds(): readonly string[]
  /** Ids of the stories that have not ended. */
  storyIds(): readonly string[]
  /** The hashtags that an account has requested. */
  tagsOf(id: string): readonly string[]
}

/** The account with posts. */
export const OWN_ID = String(ACCOUNT.id)
/** Another account, that only the second token may use. */
export const OTHER_ID = '17841400000000098'
export const TOKENS = ['EAAfirsttoken', 'EAAsecondtoken'] as const
export const APP = { id: '100200300400', secret: 'a1b2c3d4e5f6' } as const
const HOST = 'graph.facebook.com'
const PERSONAL = 'jane.doe'

const unknownAccount = (name: string): SimulatedResponse =>
  graphFault(110, 'Invalid user id', {
    subcode: 2_207_013,
    more: {
      is_transient: false,
      // In the language of the token's owner.
      error_user_title: 'Bruker ikke funnet',
      error_user_msg: `Finner ikke brukeren med brukernavnet ${name}.`,
    },
  })

export const startInstagram = async (count = 57): Promise<InstagramSimulator> => {
  const quirks: InstagramQuirks = {
    ...{ refuses: '', storiesRefuse: '', hasCursorAtEnd: true, hasList: true, leavesOut: 0, used: 12 },
    tokenEndsAt: 1_900_000_000,
  }
  let facts: InstagramFacts = believed(FACTS)
  const tokens = createTokens(TOKENS)
  let media = Array.from({ length: count }, (_, index) => nthMedia(index)).reverse()

  const tags = createSimulatedTags(
    () => media,
    (post) => isShown(post, media.indexOf(post)),
  )

  const isShown = (_: unknown, at: number): boolean =>
    quirks.leavesOut === 0 || (media.length - at) % quirks.leavesOut !== 0

  /** Returns undefined when the cursor is invalid. */
  const listOf = ({ modifiers, fields }: FieldRequest) => {
    const page = pageOf(media, modifiers.get('after'), Number(modifiers.get('limit') ?? facts.pageSize))
    if (page === undefined) return undefined
    const from = media.indexOf(page.items[0] ?? {})
    const { before, after, isLast } = page
    const cursors = isLast && !quirks.hasCursorAtEnd ? { before } : { before, after }
    return {
      data: page.items.filter((item, at) => isShown(item, from + at)).map((item) => select(item, fields)),
      ...(after !== undefined && { paging: { cursors } }),
    }
  }

  /** Posts of others that tag the account. */
  const taggedList = (searchParams: URLSearchParams): SimulatedResponse => {
    const all = media.map((item) => ({ ...item, username: 'other.baker' }))
    const page = pageOf(all, searchParams.get('after'), Number(searchParams.get('limit') ?? facts.pageSize))
    if (page === undefined) return graphFault(100, facts.cursorWords)
    const { before, after, isLast } = page
    const cursors = isLast && !quirks.hasCursorAtEnd ? { before } : { before, after }
    const fields = parseFields(searchParams.get('fields') ?? 'id')
    return {
      body: {
        data: page.items.map((item) => select(item, fields)),
        ...(after !== undefined && { paging: { cursors } }),
      },
    }
  }

  /** The newest posts as stories; the last one is just over. */
  const storyList = (searchParams: URLSearchParams): SimulatedResponse => {
    const fields = parseFields(searchParams.get('fields') ?? 'id')
    const refused = fields.find(({ name }) => name === quirks.storiesRefuse)
    if (refused) return graphFault(100, `(#100) Tried accessing nonexisting field (${refused.name})`)
    const stories = media
      .slice(0, 3)
      .map((item, at) => ({ ...item, timestamp: new Date(Date.now() - at * 12 * 3_600_000).toISOString() }))
    return { body: { data: stories.map((item) => select(item, fields)) } }
  }

  const discover = ({ modifiers, fields }: FieldRequest): SimulatedResponse => {
    const name = modifiers.get('username') ?? ''
    if (name !== ACCOUNT.username && name !== 'silent') return unknownAccount(name)
    const all = fields.flatMap((field) => [field, ...field.fields])
    const refused = all.find((field) => field.name === quirks.refuses || field.name === 'account_type')
    if (refused)
      return graphFault(100, `(#100) Tried accessing nonexisting field (${refused.name}) on node type (IGUser)`)
    const mediaField = fields.find((field) => field.name === 'media')
    const list = mediaField && (name === 'silent' ? { data: [] } : listOf(mediaField))
    if (mediaField && list === undefined) return graphFault(100, facts.cursorWords)
    const isListed = mediaField && (name !== 'silent' || quirks.hasList)
    const account = name === 'silent' ? { id: '17841400000000002', username: name, media_count: 0 } : ACCOUNT
    return {
      body: {
        business_discovery: {
          ...select({ media_count: media.length, ...account }, fields),
          ...(isListed && { media: list }),
        },
        id: OWN_ID,
      },
    }
  }

  const api = (request: SimulatedRequest): SimulatedResponse => {
    const { pathname, searchParams } = request.url
    const fault = tokens.faultOf(tokenOf(request))
    if (fault) return fault
    const [, version = '', id = '', edge] = /^\/(v\d+\.\d+)\/(\w+)(?:\/(\w+))?$/.exec(pathname) ?? []
    if (version === '') return graphFault(2_500, 'Unknown path components')
    const isOwn = (own: string | null) => own === OWN_ID || (own === OTHER_ID && tokenOf(request) === TOKENS[1])
    // Only with the account's own token.
    if (edge === 'tags' || edge === 'stories')
      return id === OWN_ID && tokenOf(request)?.startsWith(TOKENS[0])
        ? (edge === 'tags' ? taggedList : storyList)(searchParams)
        : graphFault(10, '(#10) No permission', { status: 403 })
    if (id === 'ig_hashtag_search' || edge !== undefined) {
      const own = searchParams.get('user_id') ?? ''
      if (!isOwn(own)) return graphFault(100, `Unsupported get request. Object with ID '${own}'`, { subcode: 33 })
      return tags.respond({ own, id, edge, searchParams, cursor: facts.tagCursor })
    }
    if (!isOwn(id))
      return graphFault(803, `(#803) Some of the aliases you requested do not exist: ${id}`, { status: 404 })
    const [field] = parseFields(searchParams.get('fields') ?? 'id')
    return field?.name === 'business_discovery' ? discover(field) : { body: { id } }
  }

  const embed = (url: URL): SimulatedResponse =>
    oembedOf({
      url,
      provider: { name: 'Instagram', url: 'https://www.instagram.com/' },
      type: 'rich',
      isThere: (post) => media.some(({ permalink }) => lastPart(new URL(String(permalink))) === lastPart(post)),
      missing: missingEmbed(facts.oembedMissing),
    })

  const isApp = ({ searchParams }: URL): boolean =>
    searchParams.get('client_id') === APP.id && searchParams.get('client_secret') === APP.secret

  const routes = new Map<string, (url: URL) => SimulatedResponse>([
    ['/v26.0/instagram_oembed', embed],
    [
      '/debug_token',
      ({ searchParams }) => {
        if (searchParams.get('access_token') !== `${APP.id}|${APP.secret}`)
          return graphFault(190, 'Invalid OAuth access token signature.')
        const isValid = tokens.faultOf(searchParams.get('input_token')) === undefined
        return { body: { data: { app_id: APP.id, type: 'USER', expires_at: quirks.tokenEndsAt, is_valid: isValid } } }
      },
    ],
    [
      '/oauth/access_token',
      (url) => {
        const token = url.searchParams.get('fb_exchange_token')
        if (!isApp(url)) return graphFault(1, 'Error validating client secret.')
        const fault = tokens.faultOf(token)
        if (fault) return fault
        return { body: { access_token: tokens.issue(token ?? ''), token_type: 'bearer', expires_in: 5_183_944 } }
      },
    ],
  ])

  const upstream = await startUpstream((request) => {
    if (request.host !== HOST) return { status: 404, body: '' }
    const route = routes.get(request.url.pathname)
    return route ? route(request.url) : { ...api(request), headers: usageHeaders(quirks.used) }
  })
  return {
    ...upstream,
    handle: 'acme.bakery',
    missing: PERSONAL,
    quirks,
    suppose(more) {
      facts = { ...facts, ...more }
    },
    // Token renewals run in the background, so they are not counted.
    calls: () => upstream.requests().filter(({ url }) => !routes.has(url.pathname)).length,
    renewals: tokens.issued,
    refuse: tokens.refuse,
    end: tokens.end,
    tagIds: () => media.filter(isShown).map(({ id }) => String(id)),
    storyIds: () => media.slice(0, 2).map(({ id }) => String(id)),
    tagsOf: tags.requestedBy,
    ids: () => media.filter(isShown).map(({ id }) => String(id)),
    publish(more) {
      const from = media.length
      media = [...Array.from({ length: more }, (_, index) => nthMedia(from + index)).reverse(), ...media]
    },
  }
}
