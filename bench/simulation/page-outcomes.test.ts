import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPageOutcomes, type Outcome } from './page-outcomes.ts'
import { createPopularity } from './popularity.ts'
import { createRandom, exponential } from './random.ts'

const [FRESH, STALE] = [300, 600]

const sharesOf = (options: { profiles: number; scansPerSecond: number; replicas: number; memoryPages: number }) => {
  const outcomeOf = createPageOutcomes({
    ...options,
    popularity: createPopularity(options.profiles, 0.9),
    freshSeconds: FRESH,
    staleSeconds: STALE,
  })
  const random = createRandom(12)
  const shares: Record<Outcome, number> = { memory: 0, store: 0, behind: 0, upstream: 0 }
  for (let n = 0; n < 100_000; n += 1) shares[outcomeOf(random)] += 1 / 100_000
  return shares
}

test('one profile is fetched as often as in a replay of its scans', () => {
  for (const perSecond of [1 / 2_000, 1 / 500, 1 / 100]) {
    const random = createRandom(13)
    const played: Record<Outcome, number> = { memory: 0, store: 0, behind: 0, upstream: 0 }
    let fetchedAt = Number.NEGATIVE_INFINITY
    let now = 0
    for (let n = 0; n < 100_000; n += 1) {
      now += exponential(random, 1 / perSecond)
      const age = now - fetchedAt
      const outcome = age < FRESH ? 'memory' : age < FRESH + STALE ? 'behind' : 'upstream'
      if (outcome !== 'memory') fetchedAt = now
      played[outcome] += 1 / 100_000
    }
    const reported = sharesOf({ profiles: 1, scansPerSecond: perSecond, replicas: 1, memoryPages: 10 })
    for (const outcome of ['memory', 'behind', 'upstream'] as const)
      assert.ok(Math.abs(reported[outcome] - played[outcome]) < 0.01, `${perSecond} ${outcome}`)
  }
})

test('more replicas with memory for every page do not call the platform more often, and read the store more often', () => {
  const load = { profiles: 10_000, scansPerSecond: 1_000, memoryPages: 10_000 }
  const few = sharesOf({ ...load, replicas: 1 })
  const many = sharesOf({ ...load, replicas: 100 })
  assert.ok(Math.abs(few.upstream + few.behind - many.upstream - many.behind) < 0.002)
  assert.ok(few.store < 0.001)
  assert.ok(many.store > 0.2, `${many.store}`)
})
