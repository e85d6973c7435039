// What a client is told where one call of a scan is refused, as a table that each platform fills in: its calls × what comes
// instead of an answer. What is said of an endpoint, a limit or a credential is never said of the profile, and an answer that
// says nothing never is an empty page.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ErrorCode, isApiError } from '../../errors.ts'
import type { Platform } from '../contract/platform.ts'
import { isRefused } from '../contract/refusal.ts'
import { withOnly } from './refusal-suite.ts'
import type { SimulatedAnswer, SimulatedRequest, Simulator } from './simulator.ts'
import { createWalker, idsOf, type WalkedPage } from './test-walker.ts'

/** A code; `page` where the page comes all the same, with all its posts; `doubted` where the profile is not there as far as
 * anybody can tell, so that cached pages stay. */
export type Told = ErrorCode | 'page' | 'doubted'

/** Statuses in the platform's own form, and 200 with nothing in it: `{}`, `[]`, null, no body, a page for people. That is a
 * failure, which ends no cached page. */
export type Conclusions = {
  readonly [Status in (typeof STATUSES)[number]]: Told
} & {
  readonly nothing: 'page' | 'failure'
  /** Its good answer is a bare list: `[]` is one without anything in it. */
  readonly isBareList?: boolean
}

export type ConclusionTable = {
  /** A refusal with that status as the platform itself would write it, where it has a form of its own. */
  readonly refuse: (status: number) => SimulatedAnswer
  /** Pattern of the path and query of a call → what follows. Every call of a first page is one of these. */
  readonly calls: Readonly<Record<string, Conclusions>>
}

export type ConclusionCase = {
  readonly platform: Platform
  readonly environment: Readonly<Record<string, string>>
  readonly start: () => Promise<Simulator>
  readonly table: ConclusionTable
}

const STATUSES = [401, 403, 404, 410, 429, 500] as const

const JSON_TYPE = { 'content-type': 'application/json' }
const EMPTY_LIST: SimulatedAnswer = { headers: JSON_TYPE, body: '[]' }
const NOTHINGS: readonly SimulatedAnswer[] = [
  ...['{}', 'null', ''].map((body) => ({ headers: JSON_TYPE, body })),
  { body: '<!doctype html><html lang="en"><head><title>Welcome</title></head><body><p>Hello</p></body></html>' },
]

/** What ends no cached page. */
const FAILURES: ReadonlySet<string> = new Set(['platform_error', 'doubted'])

const isMeant =
  (pattern: string) =>
  ({ url, host }: SimulatedRequest): boolean =>
    new RegExp(pattern).test(host + url.pathname + url.search)

export const conclusionSuite = ({ platform, environment, start, table }: ConclusionCase): void => {
  const [best = assert.fail()] = platform.sources
  const subject = withOnly(platform, best)

  const within = async <T>(use: (simulator: Simulator, page: () => Promise<WalkedPage>) => Promise<T>): Promise<T> => {
    const simulator = await start()
    try {
      return await use(simulator, async () => {
        // What became of a credential is none of the next one's.
        const walker = createWalker(subject, environment, simulator)
        return walker.page({}).finally(() => walker.close())
      })
    } finally {
      await simulator.close()
    }
  }

  test('every call of a first page stands in the table of what is concluded from it', () =>
    within(async (simulator, page) => {
      await page()
      const unnamed = simulator
        .requests()
        .filter((request) => Object.keys(table.calls).filter((pattern) => isMeant(pattern)(request)).length !== 1)
      assert.deepEqual(
        unnamed.map(({ host, url }) => host + url.pathname + url.search),
        [],
      )
      for (const pattern of Object.keys(table.calls)) assert.ok(simulator.requests().some(isMeant(pattern)), pattern)
    }))

  for (const [pattern, { isBareList = false, ...plain }] of Object.entries(table.calls)) {
    test(`what a client is told where ${pattern} is refused`, () =>
      within(async (simulator, page) => {
        const ids = idsOf([await page()])
        const toldOf = async (answer: SimulatedAnswer): Promise<string> => {
          const lift = simulator.failWhere(isMeant(pattern), answer)
          try {
            const came = await page()
            const isWhole = idsOf([came]).every((id, at) => id === ids[at])
            return isWhole && (came.posts.length === ids.length || came.next !== undefined) ? 'page' : 'a poorer page'
          } catch (error) {
            if (!isApiError(error)) return String(error)
            const isSure = !isRefused(error) || error.evidence === 'own'
            return isApiError(error, 'profile_not_found', 'profile_private') && !isSure ? 'doubted' : error.code
          } finally {
            lift()
          }
        }
        const told: Record<string, string> = {}
        for (const status of STATUSES) told[status] = await toldOf(table.refuse(status))
        const nothings = new Set<string>()
        for (const answer of isBareList ? NOTHINGS : [...NOTHINGS, EMPTY_LIST]) {
          const code = await toldOf(answer)
          nothings.add(FAILURES.has(code) ? 'failure' : code)
        }
        told.nothing = [...nothings].join()
        assert.deepEqual(told, plain)
      }))
  }
}
