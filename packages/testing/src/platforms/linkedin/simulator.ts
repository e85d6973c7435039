// A stand-in for LinkedIn's API: offsets that new posts shift, pictures and counts apart. Only tests and benchmarks use it.

import type { JsonObject } from '@central-api/service/parsing/json-value.ts'
import { believed, type Facts } from '../suite/facts.ts'
import { lastPart } from '../suite/simulated-oembed.ts'
import { postPage } from '../suite/simulated-page.ts'
import { type SimulatedRequest, type SimulatedResponse, type Simulator, startUpstream } from '../suite/simulator.ts'

/** What is believed to be so. */
export const FACTS = {
  /** In which state a post is that was edited. */
  edited: ['PUBLISHED', 'PUBLISHED_EDITED'],
  /** Whether who reads a poll is told its votes. */
  pollCounts: [true, false],
  /** Whether a film is told with its length, its still and the end of its address. */
  wholeFilms: [true, false],
  /** Whether a logo can be asked for as a picture. */
  logoIsImage: [true, false],
  /** Where the link to the next batch says that it begins: behind what was asked for, or behind what was returned. */
  nextBatch: ['asked', 'returned', 'untold'],
  /** How the followers are asked for. */
  edgeType: ['COMPANY_FOLLOWED_BY_MEMBER', 'CompanyFollowedByMember'],
  /** How the look-up of a name that nobody has is answered. */
  nobody: ['empty', 404, 410],
  /** Whether a refusal has the documented codes and words. */
  knownWords: [true, false],
} as const

type LinkedinFacts = Facts<typeof FACTS>

export type LinkedinSimulator = Simulator & {
  suppose(facts: Partial<LinkedinFacts>): void
  /** Kinds of calls that the member has no right to. */
  readonly forbidden: Set<string>
  /** Kinds of calls of which there were too many. */
  readonly throttled: Set<string>
}

export const TOKENS = ['AQ-first-token', 'AQ-second-token'] as const
/** Connected pages and tokens of their administrators; the first two have no post. */
export const ACCOUNTS = [
  ['other', 'AQ-token-of-other'],
  ['another', 'AQ-token-of-another'],
  ['acme', TOKENS[0]],
] as const
/** A post of a page that nobody connected. */
export const STRANGERS_POST = 'urn:li:share:7400000000000'

const FIRST_MS = Date.UTC(2026, 0, 1)
const idOf = (index: number): string => `urn:li:${index % 2 === 0 ? 'share' : 'ugcPost'}:${7_300_000_000_000 + index}`

const SHAPES: readonly ((index: number, facts: LinkedinFacts) => JsonObject)[] = [
  (index) => ({ content: { media: { id: `urn:li:image:I${index}`, altText: 'A loaf' } } }),
  (index) => ({ content: { media: { id: `urn:li:video:V${index}`, title: 'Film' } } }),
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
const isShown = (index: number): boolean => ![5, 6].includes(index % SHAPES.length)

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
const fileOf = (urn: string, { wholeFilms }: LinkedinFacts): JsonObject => {
  const isVideo = urn.includes(':video:')
  return {
    id: urn,
    status: 'AVAILABLE',
    downloadUrl: `https://media.licdn.com/dms/${urn.split(':').at(-1)}?e=1791000000&v=beta`,
    ...((!isVideo || wholeFilms) && END),
    ...(isVideo && wholeFilms && { duration: 31_000, thumbnail: 'https://media.licdn.com/dms/still' }),
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
    // Escaped urns stand between parentheses and commas that are not.
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
    const query = facts.nextBatch === 'untold' ? 'q=author' : `q=author&count=${size}&start=${behind}`
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
    if (urn === STRANGERS_POST) return refuse(403, 'ACCESS_DENIED', 'Not enough permissions to access: GET /posts')
    const index = posts.find((each) => idOf(each) === urn)
    return index === undefined ? refuse(404, 'NOT_FOUND', 'Could not find entity') : { body: postOf(index, facts) }
  }

  const routes: Readonly<Record<string, (url: URL) => SimulatedResponse>> = {
    organizations: ({ searchParams }) => {
      const isKnown = searchParams.get('vanityName') === 'acme'
      if (!isKnown && facts.nobody !== 'empty') return refuse(facts.nobody, 'NOT_FOUND', 'Could not find entity')
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
    return urn === STRANGERS_POST || posts.some((index) => idOf(index) === urn && isShown(index))
      ? postPage('Acme on LinkedIn')
      : { status: 404, body: '<!doctype html><title>Page not found</title>' }
  }

  const upstream = await startUpstream(({ url, headers, host }: SimulatedRequest): SimulatedResponse => {
    if (host === 'www.linkedin.com') return page(url)
    const [, token = ''] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? []
    const isOthers = ACCOUNTS.slice(0, 2).some(([, each]) => each === token)
    const isKnown = isOthers || TOKENS.some((each) => each === token)
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
  })

  return {
    ...upstream,
    handle: 'acme',
    missing: 'nobody',
    forbidden,
    throttled,
    suppose(more) {
      facts = { ...facts, ...more }
    },
    refuse(secret) {
      refused.add(secret)
    },
    ids: () => posts.filter(isShown).map(idOf),
    publish(more) {
      const from = posts.length
      posts = [...Array.from({ length: more }, (_, index) => from + index).reverse(), ...posts]
    },
  }
}
