// Tests what a client gets when one call is refused, as a table that each platform fills in: the calls of a first page,
// a later page and a single post × the failure. A failure of an endpoint, limit or credential is never reported as one
// of the profile. A later page and a post never report anything about the profile. An empty response is never an empty
// page.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ErrorCode, isApiError } from '@central-api/service/errors.ts'
import type { PlatformPost } from '@central-api/service/post/post.ts'
import type { Platform } from '@central-api/service/upstream/contract/platform.ts'
import { PUBLIC } from '@central-api/service/upstream/contract/reach.ts'
import { isRefused } from '@central-api/service/upstream/contract/refusal.ts'
import { findPost } from '@central-api/service/urls/compile-post-urls.ts'
import { withOnly } from './refusal-suite.ts'
import type { SimulatedRequest, SimulatedResponse, Simulator } from './simulator.ts'
import { createWalker, PAGE_SIZE, type WalkedPage, type Walker } from './test-walker.ts'
import { type Conclusions, type Outcome, STATUSES } from './usual-conclusions.ts'

/** Pattern of a call's host, path and query → outcomes. Every call matches exactly one. */
export type ConcludedCalls = Readonly<Record<string, Conclusions>>

export type ConclusionTable = {
  /** A refusal with this status in the platform's own format, if it has one. */
  readonly refuse: (status: number) => SimulatedResponse
  /** An error with status 200, if it differs from `refuse(200)`. */
  readonly errorIn200?: SimulatedResponse
  readonly first: ConcludedCalls
  /** Calls of a later page, whose account is known. Empty if the data of the first page is enough. */
  readonly later: ConcludedCalls
  /** Calls of a single post; null if the best source reads no single posts. */
  readonly post: ConcludedCalls | null
  /** URL of that post. Defaults to the first post of the first page with a known URL. */
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
/** Generous, because these tests are not about time. */
const DEADLINE_MS = 30_000

/** Outcomes that keep cached pages. */
const FAILURES: ReadonlySet<string> = new Set<Outcome>(['platform_error', 'doubted', 'unsupported_post_url'])

const GONE = ['profile_not_found', 'profile_private'] as const

/** Outcomes about the profile. */
const OF_PROFILES: ReadonlySet<string> = new Set<Outcome>([
  'profile_not_found',
  'profile_private',
  'profile_unsupported',
])

/** Ids of the returned posts, and whether there are more. */
type Result = { readonly ids: readonly string[]; readonly hasMore: boolean }

/** Prepares a process; the returned function makes the request under test. */
type Begin = (walker: Walker) => Promise<() => Promise<Result>>

type Scenario = {
  readonly name: string
  readonly calls: ConcludedCalls
  /** Learns what it needs from a first page without failures. */
  readonly learn: (walker: Walker) => Promise<Begin>
  /** Codes that end cached pages, or are remembered for a post, if they are certain. */
  readonly gone: readonly [ErrorCode, ...ErrorCode[]]
  readonly isForbidden: (outcome: string) => boolean
}

const resultOf = ({ posts, next }: WalkedPage): Result => ({
  ids: posts.map(({ id }) => id),
  hasMore: next !== undefined,
})

const matches =
  (pattern: string) =>
  ({ url, host }: SimulatedRequest): boolean =>
    new RegExp(pattern).test(host + url.pathname + url.search)

export const conclusionSuite = ({ platform, environment, start, table }: ConclusionCase): void => {
  const [best = assert.fail()] = platform.sources
  const subject = withOnly(platform, best)

  const firstPage: Scenario = {
    name: 'a first page',
    calls: table.first,
    learn: async () => async (walker) => async () => resultOf(await walker.page({ deadlineMs: DEADLINE_MS })),
    gone: GONE,
    isForbidden: () => false,
  }

  const laterPage: Scenario = {
    name: 'a later page',
    calls: table.later,
    async learn(any) {
      const { next: after } = await any.page({ deadlineMs: DEADLINE_MS })
      assert.ok(after)
      return async (walker) => {
        const process = walker.start()
        const request = { platform: subject, handle: walker.handle, variant: 'posts', after: undefined, access: PUBLIC }
        await process.reader(PAGE_SIZE, DEADLINE_MS).account(request, AbortSignal.timeout(DEADLINE_MS))
        return async () => resultOf(await walker.page({ after, deadlineMs: DEADLINE_MS }, process))
      }
    },
    gone: GONE,
    isForbidden: (outcome) => OF_PROFILES.has(outcome) || outcome === 'doubted',
  }

  const postOf = (calls: ConcludedCalls): Scenario => ({
    name: 'a post',
    calls,
    async learn(any) {
      const isPost = ({ url }: PlatformPost) => url !== null && findPost(platform.posts, url) !== undefined
      const { posts } = await any.page({ deadlineMs: DEADLINE_MS })
      const url = table.postUrl ?? posts.find(isPost)?.url ?? assert.fail()
      return async (walker) => async () => ({ ids: [(await walker.post(url)).post.id], hasMore: false })
    },
    gone: ['post_not_found'],
    isForbidden: (outcome) => outcome !== 'profile_private' && OF_PROFILES.has(outcome),
  })

  /** Runs `use`, whose `send` makes the request in a new process each time. */
  const within = async (
    { learn }: Scenario,
    use: (simulator: Simulator, send: (fail?: () => () => void) => Promise<Result>) => Promise<void>,
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

  test('the table has the calls of a single post if the best source reads single posts', () => {
    assert.equal(table.post !== null, best.post !== undefined)
  })

  for (const scenario of [firstPage, laterPage, ...(table.post ? [postOf(table.post)] : [])]) {
    test(`the table has every call of ${scenario.name}`, () =>
      within(scenario, async (simulator, send) => {
        let before = 0
        await send(() => {
          before = simulator.requests().length
          return () => {}
        })
        const requests = simulator.requests().slice(before)
        const patterns = Object.keys(scenario.calls)
        const unnamed = requests.filter((request) => patterns.filter((each) => matches(each)(request)).length !== 1)
        assert.deepEqual(
          unnamed.map(({ host, url }) => host + url.pathname + url.search),
          [],
        )
        for (const pattern of patterns) assert.ok(requests.some(matches(pattern)), pattern)
      }))

    for (const [pattern, { isBareList = false, ...plain }] of Object.entries(scenario.calls)) {
      test(`the outcomes of ${scenario.name} match the table when ${pattern} is refused`, () =>
        within(scenario, async (simulator, send) => {
          const good = await send()
          const outcomeOf = async (response: SimulatedResponse): Promise<string> => {
            const result = await send(() => simulator.failWhere(matches(pattern), response)).catch(
              (error: unknown) => error,
            )
            if (!isApiError(result)) return isResult(result) ? qualityOf(result, good) : String(result)
            const isSure = !isRefused(result) || result.evidence === 'own'
            return isApiError(result, ...scenario.gone) && !isSure ? 'doubted' : result.code
          }
          const outcomes: Record<string, string> = {}
          for (const status of STATUSES) outcomes[status] = await outcomeOf(table.refuse(status))
          outcomes.error = await outcomeOf(table.errorIn200 ?? table.refuse(200))
          const nothings = isBareList ? NOTHINGS : [...NOTHINGS, EMPTY_LIST]
          const codes = new Set<string>()
          for (const response of nothings) {
            const code = await outcomeOf(response)
            codes.add(FAILURES.has(code) ? 'failure' : code)
          }
          outcomes.nothing = [...codes].join()
          assert.deepEqual(outcomes, plain)
          assert.deepEqual(Object.values(outcomes).filter(scenario.isForbidden), [])
        }))
    }
  }
}

const isResult = (value: unknown): value is Result => typeof value === 'object' && value !== null && 'ids' in value

const qualityOf = ({ ids, hasMore }: Result, good: Result): Outcome | 'an incomplete page' => {
  const isComplete = ids.every((id, at) => id === good.ids[at]) && (ids.length === good.ids.length || hasMore)
  return isComplete ? 'page' : 'an incomplete page'
}
