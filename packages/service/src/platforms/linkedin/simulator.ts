// A stand-in for LinkedIn's API: offsets that new posts shift, pictures and counts apart. Only tests and benchmarks use it.

import type { JsonObject } from '../../parsing/json-value.ts'
import { type SimulatedAnswer, type SimulatedRequest, type Simulator, startUpstream } from '../suite/simulator.ts'

export type LinkedinSimulator = Simulator & {
  /** Kinds of calls that the member has no right to. */
  readonly forbidden: Set<string>
}

export const TOKENS = ['AQ-first-token', 'AQ-second-token'] as const

const FIRST_MS = Date.UTC(2026, 0, 1)
const idOf = (index: number): string => `urn:li:${index % 2 === 0 ? 'share' : 'ugcPost'}:${7_300_000_000_000 + index}`

const SHAPES: readonly ((index: number) => JsonObject)[] = [
  (index) => ({ content: { media: { id: `urn:li:image:I${index}`, altText: 'A loaf' } } }),
  (index) => ({ content: { media: { id: `urn:li:video:V${index}`, title: 'Film' } } }),
  (index) => ({
    content: { article: { source: 'https://example.org/a', title: 'A', thumbnail: `urn:li:image:T${index}` } },
  }),
  () => ({ commentary: '', reshareContext: { parent: 'urn:li:share:7200000000000' } }),
  () => ({ content: { poll: { question: 'Rye?', options: [{ text: 'Yes', voteCount: 2 }, { text: 'No' }] } } }),
  () => ({ distribution: { feedDistribution: 'NONE' } }),
  () => ({ visibility: 'CONNECTIONS' }),
  () => ({}),
]
const isShown = (index: number): boolean => ![5, 6].includes(index % SHAPES.length)

const postOf = (index: number): JsonObject => ({
  id: idOf(index),
  author: 'urn:li:organization:123',
  commentary: `Loaf ${index} {hashtag|\\#|bread} \\(really\\)`,
  visibility: 'PUBLIC',
  lifecycleState: 'PUBLISHED',
  createdAt: FIRST_MS + index * 60_000,
  publishedAt: FIRST_MS + index * 60_000,
  lastModifiedAt: FIRST_MS + index * 60_000,
  distribution: { feedDistribution: 'MAIN_FEED', thirdPartyDistributionChannels: [] },
  ...SHAPES[index % SHAPES.length]?.(index),
})

const PAGE: JsonObject = {
  id: 123,
  vanityName: 'acme',
  localizedName: 'Acme',
  localizedWebsite: 'https://example.org',
  logoV2: { original: 'urn:li:digitalmediaAsset:LOGO' },
  primaryOrganizationType: 'NONE',
}

const fileOf = (urn: string): JsonObject => ({
  id: urn,
  status: 'AVAILABLE',
  downloadUrl: `https://media.licdn.com/dms/${urn.split(':').at(-1)}?e=1791000000&v=beta`,
  downloadUrlExpiresAt: 1_791_000_000_000,
  ...(urn.includes(':video:') && { duration: 31_000, thumbnail: 'https://media.licdn.com/dms/still' }),
})
const countsOf = (urn: string): JsonObject => ({
  entity: urn,
  reactionSummaries: { LIKE: { reactionType: 'LIKE', count: 12 } },
  commentSummary: { count: 2, topLevelCount: 2 },
})

const refuse = (status: number, code: string, message: string): SimulatedAnswer => ({
  status,
  body: { status, code, message },
})

export const startLinkedin = async (count = 70): Promise<LinkedinSimulator> => {
  const refused = new Set<string>()
  const forbidden = new Set<string>()
  let posts = Array.from({ length: count }, (_, index) => index).reverse()

  const batch = (url: URL, read: (urn: string) => JsonObject): SimulatedAnswer => {
    // Escaped urns stand between parentheses and commas that are not.
    const [, list = ''] = /[?&]ids=List\(([^()]*)\)/.exec(url.search) ?? []
    if (list.includes(':')) return refuse(400, 'BAD_REQUEST', 'Invalid query parameters passed to request')
    const urns = list.split(',').map(decodeURIComponent)
    return { body: { results: Object.fromEntries(urns.map((urn) => [urn, read(urn)])), errors: {}, statuses: {} } }
  }

  const list = ({ searchParams }: URL): SimulatedAnswer => {
    const [start, size] = [Number(searchParams.get('start') ?? '0'), Number(searchParams.get('count') ?? '10')]
    if (searchParams.get('author') !== 'urn:li:organization:123' || size > 100)
      return refuse(400, 'BAD_REQUEST', 'Invalid query parameters passed to request')
    const links = start + size < posts.length ? [{ rel: 'next', type: 'application/json', href: '/rest/posts?…' }] : []
    return {
      body: { paging: { start, count: size, links }, elements: posts.slice(start, start + size).map(postOf) },
    }
  }

  const routes: Readonly<Record<string, (url: URL) => SimulatedAnswer>> = {
    organizations: ({ searchParams }) => ({
      body: { elements: searchParams.get('vanityName') === 'acme' ? [PAGE] : [], paging: { start: 0 } },
    }),
    organizationsLookup: ({ search }) => ({ body: { results: search.includes('List(123)') ? { 123: PAGE } : {} } }),
    networkSizes: ({ searchParams }) =>
      searchParams.get('edgeType') === 'COMPANY_FOLLOWED_BY_MEMBER'
        ? { body: { firstDegreeSize: 1520 } }
        : refuse(400, 'BAD_REQUEST', 'edgeType'),
    posts: list,
    images: (url) => batch(url, fileOf),
    videos: (url) => batch(url, fileOf),
    socialMetadata: (url) => batch(url, countsOf),
  }

  const upstream = await startUpstream(({ url, headers, host }: SimulatedRequest): SimulatedAnswer => {
    const [, token = ''] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? []
    if (host !== 'api.linkedin.com' || refused.has(token) || !TOKENS.some((each) => each === token))
      return refuse(401, 'REVOKED_ACCESS_TOKEN', 'The token used in the request has been revoked by the user')
    if (headers['linkedin-version'] !== '202606') return refuse(426, 'NONEXISTENT_VERSION', 'Not active')
    const [, kind = ''] = /^\/rest\/(\w+)/.exec(url.pathname) ?? []
    if (forbidden.has(kind)) return refuse(403, 'ACCESS_DENIED', `Not enough permissions to access: GET /${kind}`)
    const route = Object.hasOwn(routes, kind) ? routes[kind] : undefined
    return route?.(url) ?? refuse(404, 'NOT_FOUND', 'Could not find entity')
  })

  return {
    ...upstream,
    handle: 'acme',
    missing: 'nobody',
    forbidden,
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
