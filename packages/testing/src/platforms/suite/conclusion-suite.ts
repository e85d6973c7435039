// What a client is told where one call is refused, as a table that each platform fills in: the calls of a first page, of a later
// one and of a single post × what comes instead of an answer. What is said of an endpoint, a limit or a credential is never said
// of the profile, a later page and a post say nothing of it at all, and an answer that says nothing never is an empty page.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ErrorCode, isApiError } from '@central-api/service/errors.ts'
import type { PlatformPost } from '@central-api/service/post/post.ts'
import type { Platform } from '@central-api/service/upstream/contract/platform.ts'
import { isRefused } from '@central-api/service/upstream/contract/refusal.ts'
import { findPost } from '@central-api/service/urls/compile-post-urls.ts'
import { withOnly } from './refusal-suite.ts'
import type { SimulatedRequest, SimulatedResponse, Simulator } from './simulator.ts'
import { createWalker, PAGE_SIZE, type WalkedPage, type Walker } from './test-walker.ts'
import { type Conclusions, type Reported, STATUSES } from './usual-conclusions.ts'

/** Pattern of the host, path and query of a call → what follows. Every call is of one of these. */
export type ConcludedCalls = Readonly<Record<string, Conclusions>>

export type ConclusionTable = {
  /** A refusal with that status as the platform itself would write it, where it has a form of its own. */
  readonly refuse: (status: number) => SimulatedResponse
  /** An error that comes with status 200, where that is not what `refuse` writes of 200. */
  readonly errorIn200?: SimulatedResponse
  readonly first: ConcludedCalls
  /** Those of a page behind the first one, whose account is known. None where what was read for the first one will do. */
  readonly later: ConcludedCalls
  /** Those of a single post. null: the best source reads none. */
  readonly post: ConcludedCalls | null
  /** Where that post is; the first of the first page that has such a URL, when absent. */
  readonly postUrl?: string
}

export type ConclusionCase = {
  readonly platform: Platform
  readonly environment: Readonly<Record<string, string>>
  readonly start: () => Promise<Simulator>
  readonly table: ConclusionTable
}

const JSON_TYPE = { 'content-type': 'application/json' }
const EMPTY_LIST: SimulatedResponse = { headers: JSON_TYPE, body: '[]' }
const PAGE = '<!doctype html><html lang="en"><head><title>Welcome</title></head><body><p>Hello</p></body></html>'
const NOTHINGS: readonly SimulatedResponse[] = [
  ...['{}', 'null', ''].map((body) => ({ headers: JSON_TYPE, body })),
  { body: PAGE },
]
/** Of a page: nothing here is about time. */
const DEADLINE_MS = 30_000

/** What ends no cached page. */
const FAILURES: ReadonlySet<string> = new Set<Reported>(['platform_error', 'doubted', 'unsupported_post_url'])

const GONE = ['profile_not_found', 'profile_private'] as const

/** What is said of a profile. */
const OF_PROFILES: ReadonlySet<string> = new Set<Reported>([
  'profile_not_found',
  'profile_private',
  'profile_unsupported',
])

/** What is asked for: ids of posts, and whether there are more behind them. */
type Came = { readonly ids: readonly string[]; readonly hasMore: boolean }

/** What came before, done: then it is asked. */
type Begin = (walker: Walker) => Promise<() => Promise<Came>>

type Requested = {
  readonly name: string
  readonly calls: ConcludedCalls
  /** What is to be known of a first page that is well. */
  readonly learn: (walker: Walker) => Promise<Begin>
  /** What ends cached pages, or is kept of a post, where it is sure. */
  readonly gone: readonly [ErrorCode, ...ErrorCode[]]
  readonly isForbidden: (reported: string) => boolean
}

const cameOf = ({ posts, next }: WalkedPage): Came => ({ ids: posts.map(({ id }) => id), hasMore: next !== undefined })

const isMeant =
  (pattern: string) =>
  ({ url, host }: SimulatedRequest): boolean =>
    new RegExp(pattern).test(host + url.pathname + url.search)

export const conclusionSuite = ({ platform, environment, start, table }: ConclusionCase): void => {
  const [best = assert.fail()] = platform.sources
  const subject = withOnly(platform, best)

  const firstPage: Requested = {
    name: 'a first page',
    calls: table.first,
    learn: async () => async (walker) => async () => cameOf(await walker.page({ deadlineMs: DEADLINE_MS })),
    gone: GONE,
    isForbidden: () => false,
  }

  const laterPage: Requested = {
    name: 'a later page',
    calls: table.later,
    async learn(any) {
      const { next: after } = await any.page({ deadlineMs: DEADLINE_MS })
      assert.ok(after)
      return async (walker) => {
        const process = walker.start()
        const request = { platform: subject, handle: walker.handle, variant: 'posts', after: undefined }
        await process.reader(PAGE_SIZE, DEADLINE_MS).account(request, AbortSignal.timeout(DEADLINE_MS))
        return async () => cameOf(await walker.page({ after, deadlineMs: DEADLINE_MS }, process))
      }
    },
    gone: GONE,
    isForbidden: (reported) => OF_PROFILES.has(reported) || reported === 'doubted',
  }

  const postOf = (calls: ConcludedCalls): Requested => ({
    name: 'a post',
    calls,
    async learn(any) {
      const isPost = ({ url }: PlatformPost) => url !== null && findPost(platform.posts, url) !== undefined
      const { posts } = await any.page({ deadlineMs: DEADLINE_MS })
      const url = table.postUrl ?? posts.find(isPost)?.url ?? assert.fail()
      return async (walker) => async () => ({ ids: [(await walker.post(url)).post.id], hasMore: false })
    },
    gone: ['post_not_found'],
    isForbidden: (reported) => reported !== 'profile_private' && OF_PROFILES.has(reported),
  })

  /** Asks as often as is wanted, each time as a process that knows nothing of the time before. */
  const within = async (
    { learn }: Requested,
    use: (simulator: Simulator, send: (fail?: () => () => void) => Promise<Came>) => Promise<void>,
  ): Promise<void> => {
    const simulator = await start()
    const walking = async <T>(walk: (walker: Walker) => Promise<T>): Promise<T> => {
      const walker = createWalker(subject, environment, simulator)
      return walk(walker).finally(() => walker.close())
    }
    try {
      const begin = await walking(learn)
      await use(simulator, (fail = () => () => {}) =>
        walking(async (walker) => {
          const send = await begin(walker)
          const lift = fail()
          return send().finally(lift)
        }),
      )
    } finally {
      await simulator.close()
    }
  }

  test('the calls of a single post are told where its best source reads some', () => {
    assert.equal(table.post !== null, best.post !== undefined)
  })

  for (const requested of [firstPage, laterPage, ...(table.post ? [postOf(table.post)] : [])]) {
    test(`every call of ${requested.name} stands in the table of what is concluded from it`, () =>
      within(requested, async (simulator, send) => {
        let before = 0
        await send(() => {
          before = simulator.requests().length
          return () => {}
        })
        const requests = simulator.requests().slice(before)
        const patterns = Object.keys(requested.calls)
        const unnamed = requests.filter((request) => patterns.filter((each) => isMeant(each)(request)).length !== 1)
        assert.deepEqual(
          unnamed.map(({ host, url }) => host + url.pathname + url.search),
          [],
        )
        for (const pattern of patterns) assert.ok(requests.some(isMeant(pattern)), pattern)
      }))

    for (const [pattern, { isBareList = false, ...plain }] of Object.entries(requested.calls)) {
      test(`what a client is told where ${pattern} of ${requested.name} is refused`, () =>
        within(requested, async (simulator, send) => {
          const good = await send()
          const reportedOf = async (response: SimulatedResponse): Promise<string> => {
            const came = await send(() => simulator.failWhere(isMeant(pattern), response)).catch(
              (error: unknown) => error,
            )
            if (!isApiError(came)) return isCame(came) ? qualityOf(came, good) : String(came)
            const isSure = !isRefused(came) || came.evidence === 'own'
            return isApiError(came, ...requested.gone) && !isSure ? 'doubted' : came.code
          }
          const reported: Record<string, string> = {}
          for (const status of STATUSES) reported[status] = await reportedOf(table.refuse(status))
          reported.error = await reportedOf(table.errorIn200 ?? table.refuse(200))
          const nothings = isBareList ? NOTHINGS : [...NOTHINGS, EMPTY_LIST]
          const codes = new Set<string>()
          for (const response of nothings) {
            const code = await reportedOf(response)
            codes.add(FAILURES.has(code) ? 'failure' : code)
          }
          reported.nothing = [...codes].join()
          assert.deepEqual(reported, plain)
          assert.deepEqual(Object.values(reported).filter(requested.isForbidden), [])
        }))
    }
  }
}

const isCame = (value: unknown): value is Came => typeof value === 'object' && value !== null && 'ids' in value

const qualityOf = ({ ids, hasMore }: Came, good: Came): Reported | 'a poorer page' => {
  const isWhole = ids.every((id, at) => id === good.ids[at]) && (ids.length === good.ids.length || hasMore)
  return isWhole ? 'page' : 'a poorer page'
}
