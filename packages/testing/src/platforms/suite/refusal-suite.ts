// Every refusal that a platform declares is played, on the first call and on each later one of a page: what was declared is
// what must be meant, whatever rows stand before it. And what the platform's own page of facts says of errors is expected
// besides, in words that the rows do not share.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ErrorCode, isApiError } from '@central-api/service/errors.ts'
import type { Platform } from '@central-api/service/upstream/contract/platform.ts'
import { isRefused, type Meaning, Refused } from '@central-api/service/upstream/contract/refusal.ts'
import type { Source } from '@central-api/service/upstream/contract/source.ts'
import type { SimulatedResponse, Simulator } from './simulator.ts'
import { createWalker } from './test-walker.ts'

export type ReportedError = {
  /** What the platform answers, from its documentation. */
  readonly answer: SimulatedResponse
  readonly code: ErrorCode
  /** What `Retry-After` says, within two seconds. */
  readonly retryAfterSeconds?: number
  /** Whether it ends cached pages: said by the platform itself, and not by whatever stands in front of it. */
  readonly isSure?: boolean
}

export type RefusalCase = {
  readonly platform: Platform
  readonly environment: Readonly<Record<string, string>>
  readonly start: () => Promise<Simulator>
  /** Where posts of it are. */
  readonly postUrls: readonly string[]
  readonly errors?: readonly ReportedError[]
}

/** The platform with one of its sources alone. */
export const withOnly = (platform: Platform, source: Source): Platform => ({ ...platform, sources: [source] })

const codeOf = (means: Meaning): ErrorCode => new Refused(means).code

export const refusalSuite = ({ platform, environment, start, postUrls, errors = [] }: RefusalCase) => {
  const within = async <T>(
    source: Source,
    use: (simulator: Simulator, walker: ReturnType<typeof createWalker>) => Promise<T>,
  ) => {
    const simulator = await start()
    const walker = createWalker(withOnly(platform, source), environment, simulator)
    try {
      return await use(simulator, walker)
    } finally {
      await walker.close()
      await simulator.close()
    }
  }

  const isSigned = (source: Source): boolean => source.credential !== undefined && Object.keys(environment).length > 0

  for (const source of platform.sources) {
    const rows = (source.refusals ?? []).filter(({ signed }) => signed === undefined || signed === isSigned(source))
    for (const [index, { means, example, about }] of rows.entries()) {
      const name = `${source.id}: refusal ${index + 1} of ${rows.length} means ${means}`
      if (about === 'post') {
        test(`${name}, of a post`, () =>
          within(source, async (simulator, walker) => {
            // A token that the call takes is had by now.
            await walker.page({})
            simulator.failFrom(1, example)
            await assert.rejects(walker.post(postUrls[0] ?? ''), (error) => isRefused(error, means))
          }))
        continue
      }
      test(`${name}, on whichever call it comes`, () =>
        within(source, async (simulator, walker) => {
          await walker.page({})
          const calls = simulator.calls()
          for (let nth = 1; nth <= calls; nth += 1) {
            const lift = simulator.failFrom(nth, example)
            const outcome = await walker.page({}).catch((error: unknown) => error)
            lift()
            // What only enriches a page may be missing from it, the first call never is. That something is absent beside an
            // account which is there is no word about the account.
            const codes = [means, ...(means === 'absent' && nth > 1 ? (['broken'] as const) : [])].map(codeOf)
            const isReportedOrSpared = outcome instanceof Error ? isApiError(outcome, ...codes) : nth > 1
            assert.ok(isReportedOrSpared, `call ${nth} of ${calls}: ${JSON.stringify(example)} → ${String(outcome)}`)
          }
        }))
    }
  }

  const [best] = platform.sources
  for (const { answer: response, code, retryAfterSeconds, isSure } of best ? errors : []) {
    test(`${response.status ?? 200} ${JSON.stringify(response.body).slice(0, 80)} is ${code}`, () =>
      within(best as Source, async (simulator, walker) => {
        simulator.failFrom(1, response)
        await assert.rejects(walker.page({}), (error) => {
          assert.ok(isApiError(error, code), String(error))
          if (isSure !== undefined) assert.equal(isRefused(error) && error.evidence === 'own', isSure)
          if (retryAfterSeconds !== undefined)
            assert.ok(
              Math.abs((error.retryAfterSeconds ?? 0) - retryAfterSeconds) <= 2,
              String(error.retryAfterSeconds),
            )
          return true
        })
      }))
  }
}
