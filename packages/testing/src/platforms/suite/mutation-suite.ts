// Whatever an upstream answers, a page or a post of a platform ends in the normalized form or in a code of the table: its
// simulator's answers, mutated from a seed. `MUTATED_ANSWERS` says how many of each platform are tried.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { ERRORS, isApiError } from '@central-api/service/errors.ts'
import type { Platform } from '@central-api/service/upstream/contract/platform.ts'
import type { Simulator } from './simulator.ts'
import { createRandom, mutateResponse } from './test-mutations.ts'
import { createTestStore } from './test-store.ts'
import { createWalker } from './test-walker.ts'

export type MutationCase = {
  readonly platform: Platform
  readonly environment: Readonly<Record<string, string>>
  readonly start: () => Promise<Simulator>
  /** Where posts of it are. */
  readonly postUrls: readonly string[]
}

/** Of each platform, in `npm test`: some tenths of a second. */
const FEW = 40
const DEADLINE_MS = 20_000
const MOST_TOLD = 1_000

const seedOf = (platform: string, n: number): number =>
  createHash('sha256').update(`${platform} ${n}`).digest().readInt32LE()

export const mutationSuite = ({ platform, environment, start, postUrls }: MutationCase): void => {
  const most = Number(process.env.MUTATED_ANSWERS ?? FEW)

  test(`whatever it is answered ends in the normalized form or in a code: ${most} mutated answers`, async () => {
    const simulator = await start()
    const walker = createWalker(platform, environment, simulator)
    const hasPosts = platform.sources.some(({ post }) => post !== undefined) && postUrls.length > 0
    const variants = Object.keys(platform.variants)
    let answers = 0

    const play = async (n: number): Promise<void> => {
      const random = createRandom(seedOf(platform.id, n))
      simulator.change((response) => {
        answers += 1
        return random() < 0.8 ? mutateResponse(response, random) : response
      })
      // A store of its own: what is left of an hour's units, and of credentials that were refused, would end the whole.
      const process = walker.start(createTestStore())
      if (hasPosts && random() < 0.25) {
        await walker.post(postUrls[n % postUrls.length] ?? '', process)
        return
      }
      const requested = { variant: variants[n % variants.length] ?? '', deadlineMs: DEADLINE_MS }
      const { next } = await walker.page(requested, process)
      if (next !== undefined) await walker.page({ ...requested, after: next }, process)
    }

    const faults: string[] = []
    try {
      for (let n = 0; answers < most; n += 1) {
        await play(n).catch((error: unknown) => {
          const isTold = isApiError(error) && error.code !== 'internal_error' && Object.hasOwn(ERRORS, error.code)
          if (!isTold) faults.push(`${n}: ${error instanceof Error ? error.stack?.slice(0, MOST_TOLD) : error}`)
        })
      }
      assert.deepEqual([...faults, ...walker.storeErrors], [])
    } finally {
      await walker.close()
      await simulator.close()
    }
  })
}
