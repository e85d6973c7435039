// Plays every declared refusal on the first and each later call of a page, and expects its declared meaning, whatever
// rows come before it. Also tests the errors from the platform's documentation, with messages that the rows do not
// contain.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ErrorCode, isApiError } from '@central-api/service/errors.ts'
import { kindIdOf } from '@central-api/service/upstream/contract/connects.ts'
import type { Platform } from '@central-api/service/upstream/contract/platform.ts'
import { isRefused, type Meaning, Refused } from '@central-api/service/upstream/contract/refusal.ts'
import type { Source } from '@central-api/service/upstream/contract/source.ts'
import { judge } from '@central-api/service/upstream/requests/judge.ts'
import { receiveResponse } from '@central-api/service/upstream/requests/receive-response.ts'
import type { SimulatedResponse, Simulator } from './simulator.ts'
import { createWalker } from './test-walker.ts'

export type ReportedError = {
  /** A response from the platform's documentation. */
  readonly answer: SimulatedResponse
  readonly code: ErrorCode
  /** The expected `Retry-After`, within two seconds. */
  readonly retryAfterSeconds?: number
  /** Whether it ends cached pages, because it is the platform's own error and not one of a proxy. */
  readonly isSure?: boolean
}

export type RefusalCase = {
  readonly platform: Platform
  readonly environment: Readonly<Record<string, string>>
  readonly start: () => Promise<Simulator>
  /** URLs of its posts. */
  readonly postUrls: readonly string[]
  /** Source → handle of a profile that it serves. */
  readonly handles?: Readonly<Record<string, string>>
  readonly errors?: readonly ReportedError[]
}

/** Whether only accounts that their owners connected are read from it: their own tests read it. */
export const isOfOwners = ({ credentials = [] }: Platform, source: Source): boolean =>
  credentials.some(({ id, settings }) => id === kindIdOf(source) && settings.length === 0)

/** The platform with only one of its sources. */
export const withOnly = (platform: Platform, source: Source): Platform => ({ ...platform, sources: [source] })

const codeOf = (means: Meaning): ErrorCode => new Refused(means).code

export const refusalSuite = ({ platform, environment, start, postUrls, handles = {}, errors = [] }: RefusalCase) => {
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

  for (const source of platform.sources.filter((each) => isOfOwners(platform, each)))
    for (const [index, { means, ends, example, about }] of (source.refusals ?? []).entries())
      test(`${source.id}: refusal ${index + 1} means ${means}`, () => {
        const { status, headers = {}, body } = example
        const text = typeof body === 'string' ? body : JSON.stringify(body)
        const response = receiveResponse({
          status,
          headers,
          url: 'https://api.example/',
          body: Buffer.from(text) as never,
        })
        const call = { answers: [400, 404], ...(about && { about }) }
        const verdict = judge(response, call, source, { signed: 'given', isAtApi: true })
        assert.deepEqual([verdict?.meaning, verdict?.ends], [means, ends])
      })

  for (const source of platform.sources.filter((each) => !isOfOwners(platform, each))) {
    const rows = (source.refusals ?? []).filter(({ signed }) => signed === undefined || signed === isSigned(source))
    const handle = handles[source.id]
    const usual = handle === undefined ? {} : { handle }
    for (const [index, { means, example, about }] of rows.entries()) {
      const name = `${source.id}: refusal ${index + 1} of ${rows.length} means ${means}`
      if (about === 'post') {
        test(`${name}, of a post`, () =>
          within(source, async (simulator, walker) => {
            // Fetches the token that the call needs.
            await walker.page(usual)
            simulator.failFrom(1, example)
            await assert.rejects(walker.post(postUrls[0] ?? ''), (error) => isRefused(error, means))
          }))
        continue
      }
      test(`${name}, on any call`, () =>
        within(source, async (simulator, walker) => {
          await walker.page(usual)
          const calls = simulator.calls()
          for (let nth = 1; nth <= calls; nth += 1) {
            const lift = simulator.failFrom(nth, example)
            const outcome = await walker.page(usual).catch((error: unknown) => error)
            lift()
            // A call that only enriches may fail, but never the first one. `absent` after a found account says nothing
            // about the account.
            const codes = [means, ...(means === 'absent' && nth > 1 ? (['broken'] as const) : [])].map(codeOf)
            const isExpected = outcome instanceof Error ? isApiError(outcome, ...codes) : nth > 1
            assert.ok(isExpected, `call ${nth} of ${calls}: ${JSON.stringify(example)} → ${String(outcome)}`)
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
