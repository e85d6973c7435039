// Simulates LinkedIn's API: offsets that new posts shift; separate calls for images and counts. For tests and
// benchmarks only.

import type { JsonObject } from '@central-api/service/parsing/json-value.ts'
import { believed, type Facts } from '../suite/facts.ts'
import { lastPart } from '../suite/simulated-oembed.ts'
import { postPage } from '../suite/simulated-page.ts'
import { type SimulatedRequest, type SimulatedResponse, type Simulator, startUpstream } from '../suite/simulator.ts'

/** Unverified assumptions about the API. Tests try every value. */
export const FACTS = {
  /** State of an edited post. */
  edited: ['PUBLISHED', 'PUBLISHED_EDITED'],
  /** Whether polls have vote counts. */
  pollCounts: [true, false],
  /** Whether videos have a length, a preview and a URL with an expiry. */
  videoDetails: [true, false],
  /** Whether logos can be requested as images. */
  logoIsImage: [true, false],
  /** Start in the link to the next batch: after the requested or after the returned number of posts. */
  nextBatch: ['requested', 'returned', 'missing'],
  /** Accepted name of the followers' edge type. */
  edgeType: ['COMPANY_FOLLOWED_BY_MEMBER', 'CompanyFollowedByMember'],
  /** Response for an unknown name. */
  unknownName: ['empty', 404, 410],
  /** Whether errors have the documented codes and messages. */
  knownWords: [true, false],
} as const

type LinkedinFacts = Facts<typeof FACTS>

export type LinkedinSimulator = Simulator & {
  suppose(facts: Partial<LinkedinFacts>): void
  /** Kinds of calls that the member may not make. */
  readonly forbidden: Set<string>
  /** Rate-limited kinds of calls. */
  readonly throttled: Set<string>
  /** Accepts further tokens of the page's administrator, which others gave. */
  trust(isGiven: (token: string) => boolean): void
  /** The answer to a request, without a network. */
  answer(request: SimulatedRequest): SimulatedResponse
}

export const TOKENS = ['AQ-first-token', 'AQ-second-token'] as const
/** Connected pages with tokens of their administrators; the first two have no posts. */
export const ACCOUNTS = [
  ['other', 'AQ-token-of-other'],
  ['another', 'AQ-token-of-another'],
  ['acme', TOKENS[0]],
] as const
/** A post of a page that is not connected. */
export const UNCONNECTED_POST = 'urn:li:share:7400000000000'

const FIRST_MS = Date.UTC(2026, 0, 1)
const idOf = (index: number): string => `urn:li:${index % 2 === 0 ? 'share' : 'ugcPost'}:${7_300_000_000_000 + index}`

const SHAPES: readonly ((index: number, facts: LinkedinFacts) => JsonObject)[] = [
  (index) => ({ content: { media: { id: `urn:li:image:I${index}`, altText: 'A loaf' } } }),
  (index) => ({ content: { media: { id: `urn:li:video:V${index}`, title: 'Video' } } }),
  (index) => ({
    content: { article: { source: 'https://example.org/a', title: 'A', thumbnail: `urn:li:image:T${index}` } },
  }),
  () => ({ commentary: '', reshareContext: { parent: 'urn:li:share:7200000000000' } }),
  (_, { pollCounts }) => {
    const options = [
      { text: 'Yes', ...(pollCounts && { voteCount: 2 }) },
      { text: 'No', ...(pollCounts && { voteCount: 1 }) },
    ]
    return { content: { poll: { question: 'Rye?', options, ...(pollCounts && { uniqueVotersCount: 3 }) } } }
  },
  () => ({ distribution: { feedDistribution: 'NONE' } }),
  () => ({ visibility: 'CONNECTIONS' }),
  (_, { edited }) => ({ lifecycleState: edited, lifecycleStateInfo: { isEditedByAuthor: true } }),
]
const isPublic = (index: number): boolean => ![5, 6].includes(index % SHAPES.length)

const postOf = (index: number, facts: LinkedinFacts): JsonObject => ({
  id: idOf(index),
  author: 'urn:li:organization:123',
  commentary: `Loaf ${index} {hashtag|\\#|bread} \\(really\\)`,
  visibility: 'PUBLIC',
  lifecycleState: 'PUBLISHED',
  createdAt: FIRST_MS + index * 60_000,
  publishedAt: FIRST_MS + index * 60_000,
  lastModifiedAt: FIRST_MS + index * 60_000,
  distribution: { feedDistribution: 'MAIN_FEED', thirdPartyDistributionChannels: [] },
  ...SHAPES[index % SHAPES.length]?.(index, facts),
})

const PAGE: JsonObject = {
  id: 123,
  vanityName: 'acme',
  localizedName: 'Acme',
  localizedWebsite: 'https://example.org',
  logoV2: { original: 'urn:li:digitalmediaAsset:LOGO' },
  coverPhotoV2: { original: 'urn:li:digitalmediaAsset:COVER' },
  primaryOrganizationType: 'NONE',
}

const END = { downloadUrlExpiresAt: 1_791_000_000_000 }
const fileOf = (urn: string, { videoDetails }: LinkedinFacts): JsonObject => {
  const isVideo = urn.includes(':video:')
  return {
    id: urn,
    status: 'AVAILABLE',
    downloadUrl: `https://media.licdn.com/dms/${urn.split(':').at(-1)}?e=1791000000&v=beta`,
    ...((!isVideo || videoDetails) && END),
    ...(isVideo && videoDetails && { duration: 31_000, thumbnail: 'https://media.licdn.com/dms/still' }),
  }
}
const countsOf = (urn: string): JsonObject => ({
  entity: urn,
  reactionSummaries: { LIKE: { reactionType: 'LIKE', count: 12 } },
  commentSummary: { count: 2, topLevelCount: 2 },
})

export const startLinkedin = async (count = 70): Promise<LinkedinSimulator> => {
  const refused = new Set<string>()
  const forbidden = new Set<string>()
  const throttled = new Set<string>()
  let facts = believed(FACTS)
  let posts = Array.from({ length: count }, (_, index) => index).reverse()

  const refuse = (status: number, code: string, message: string): SimulatedResponse => ({
    status,
    body: facts.knownWords ? { status, code, message } : { status, message: 'No.' },
  })

  const batch = (url: URL, read: (urn: string) => JsonObject): SimulatedResponse => {
    // Percent-encoded URNs between plain parentheses and commas.
    const [, list = ''] = /[?&]ids=List\(([^()]*)\)/.exec(url.search) ?? []
    if (list.includes(':')) return refuse(400, 'BAD_REQUEST', 'Invalid query parameters passed to request')
    const urns = list.split(',').map(decodeURIComponent)
    const known = urns.filter((urn) => facts.logoIsImage || urn !== 'urn:li:image:LOGO')
    return { body: { results: Object.fromEntries(known.map((urn) => [urn, read(urn)])), errors: {}, statuses: {} } }
  }

  const list = ({ searchParams }: URL): SimulatedResponse => {
    const [start, size] = [Number(searchParams.get('start') ?? '0'), Number(searchParams.get('count') ?? '10')]
    if (searchParams.get('author') !== 'urn:li:organization:123' || size > 100)
      return refuse(400, 'BAD_REQUEST', 'Invalid query parameters passed to request')
    const most = facts.nextBatch === 'returned' ? Math.max(1, size - 4) : size
    const behind = start + most
    const query = facts.nextBatch === 'missing' ? 'q=author' : `q=author&count=${size}&start=${behind}`
    const link = { rel: 'next', type: 'application/json', href: `/rest/posts?${query}` }
    const links = behind < posts.length ? [link] : []
    return {
      body: {
        paging: { start, count: size, links },
        elements: posts.slice(start, behind).map((index) => postOf(index, facts)),
      },
    }
  }

  const post = (url: URL): SimulatedResponse => {
    const urn = decodeURIComponent(lastPart(url))
    if (urn === UNCONNECTED_POST) return refuse(403, 'ACCESS_DENIED', 'Not enough permissions to access: GET /posts')
    const index = posts.find((each) => idOf(each) === urn)
    return index === undefined ? refuse(404, 'NOT_FOUND', 'Could not find entity') : { body: postOf(index, facts) }
  }

  const routes: Readonly<Record<string, (url: URL) => SimulatedResponse>> = {
    organizations: ({ searchParams }) => {
      const isKnown = searchParams.get('vanityName') === 'acme'
      if (!isKnown && facts.unknownName !== 'empty')
        return refuse(facts.unknownName, 'NOT_FOUND', 'Could not find entity')
      return { body: { elements: isKnown ? [PAGE] : [], paging: { start: 0 } } }
    },
    organizationsLookup: ({ search }) => ({ body: { results: search.includes('List(123)') ? { 123: PAGE } : {} } }),
    networkSizes: ({ searchParams }) =>
      searchParams.get('edgeType') === facts.edgeType
        ? { body: { firstDegreeSize: 1520 } }
        : refuse(400, 'BAD_REQUEST', 'edgeType'),
    posts: (url) => (url.searchParams.has('q') ? list(url) : post(url)),
    images: (url) => batch(url, (urn) => fileOf(urn, facts)),
    videos: (url) => batch(url, (urn) => fileOf(urn, facts)),
    socialMetadata: (url) => batch(url, countsOf),
  }

  const page = (url: URL): SimulatedResponse => {
    const urn = decodeURIComponent(lastPart(url))
    return urn === UNCONNECTED_POST || posts.some((index) => idOf(index) === urn && isPublic(index))
      ? postPage('Acme on LinkedIn')
      : { status: 404, body: '<!doctype html><title>Page not found</title>' }
  }

  let isTrusted = (_token: string): boolean => false
  const answer = ({ url, headers, host }: SimulatedRequest): SimulatedResponse => {
    if (host === 'www.linkedin.com') return page(url)
    const [, token = ''] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? []
    const isOthers = ACCOUNTS.slice(0, 2).some(([, each]) => each === token)
    const isKnown = isOthers || isTrusted(token) || TOKENS.some((each) => each === token)
    if (host !== 'api.linkedin.com' || refused.has(token) || !isKnown)
      return refuse(401, 'REVOKED_ACCESS_TOKEN', 'The token used in the request has been revoked by the user')
    if (headers['linkedin-version'] !== '202606') return refuse(426, 'NONEXISTENT_VERSION', 'Not active')
    const [, kind = ''] = /^\/rest\/(\w+)/.exec(url.pathname) ?? []
    const isPost = kind === 'posts' && !url.searchParams.has('q')
    if (throttled.has(kind))
      return refuse(429, 'TOO_MANY_REQUESTS', 'Resource level throttle limit for calls to this resource is reached.')
    if (forbidden.has(kind) || (isOthers && isPost))
      return refuse(403, 'ACCESS_DENIED', `Not enough permissions to access: GET /${kind}`)
    const route = Object.hasOwn(routes, kind) ? routes[kind] : undefined
    return route?.(url) ?? refuse(404, 'NOT_FOUND', 'Could not find entity')
  }
  const upstream = await startUpstream(answer)

  return {
    ...upstream,
    handle: 'acme',
    missing: 'nobody',
    forbidden,
    throttled,
    answer,
    trust(isGiven) {
      isTrusted = isGiven
    },
    suppose(more) {
      facts = { ...facts, ...more }
    },
    refuse(secret) {
      refused.add(secret)
    },
    ids: () => posts.filter(isPublic).map(idOf),
    publish(more) {
      const from = posts.length
      posts = [...Array.from({ length: more }, (_, index) => from + index).reverse(), ...posts]
    },
  }
}
