// Proves with mutated responses of the simulator that any response results in the normalized form or a declared error
// code.
// Repeatable by seed. `MUTATED_ANSWERS`: number of mutated responses per platform.

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
  /** URLs of its posts. */
  readonly postUrls: readonly string[]
}

/** Per platform in `npm test`: a few tenths of a second. */
const FEW = 40
const DEADLINE_MS = 20_000
const STACK_CHARACTERS = 1_000

const seedOf = (platform: string, n: number): number =>
  createHash('sha256').update(`${platform} ${n}`).digest().readInt32LE()

export const mutationSuite = ({ platform, environment, start, postUrls }: MutationCase): void => {
  const most = Number(process.env.MUTATED_ANSWERS ?? FEW)

  test(`any response results in the normalized form or an error code: ${most} mutated responses`, async () => {
    const simulator = await start()
    const walker = createWalker(platform, environment, simulator)
    const hasPosts = platform.sources.some(({ post }) => post !== undefined) && postUrls.length > 0
    const variants = Object.keys(platform.variants)
    let responses = 0

    const play = async (n: number): Promise<void> => {
      const random = createRandom(seedOf(platform.id, n))
      simulator.change((response) => {
        responses += 1
        return random() < 0.8 ? mutateResponse(response, random) : response
      })
      // A new store, because used-up budgets and refused credentials would stop the test.
      const process = walker.start(createTestStore())
      if (hasPosts && random() < 0.25) {
        await walker.post(postUrls[n % postUrls.length] ?? '', process)
        return
      }
      const request = { variant: variants[n % variants.length] ?? '', deadlineMs: DEADLINE_MS }
      const { next } = await walker.page(request, process)
      if (next !== undefined) await walker.page({ ...request, after: next }, process)
    }

    const faults: string[] = []
    try {
      for (let n = 0; responses < most; n += 1) {
        await play(n).catch((error: unknown) => {
          const isDeclared = isApiError(error) && error.code !== 'internal_error' && Object.hasOwn(ERRORS, error.code)
          if (!isDeclared)
            faults.push(`${n}: ${error instanceof Error ? error.stack?.slice(0, STACK_CHARACTERS) : error}`)
        })
      }
      assert.deepEqual([...faults, ...walker.storeErrors], [])
    } finally {
      await walker.close()
      await simulator.close()
    }
  })
}
