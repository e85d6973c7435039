import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Costs } from './costs.ts'
import { createEventQueue } from './event-queue.ts'
import { busiestPart, type Figures, runFleet } from './fleet.ts'
import type { Outcome } from './page-outcomes.ts'
import { createRandom } from './random.ts'
import { createReplica } from './replica.ts'
import { createPostgres, createSharded, createSqlite } from './store.ts'

const COSTS: Costs = {
  ...{ scanMs: 0.05, coldLoopMs: 1, coldReadMs: 2, settleLoopMs: 0.1, settleMs: 0.3, licenseMs: 0.02 },
  ...{ lookForChangesMs: 0.1, findPageMs: 0.1, putPageMs: 0.2, leaseMs: 0.1, flushMs: 0.5, handOverMs: 0.05 },
}

type Trial = {
  readonly perSecond: number
  readonly replicas?: number
  readonly databases?: number
  readonly licenses?: number
  readonly outcomes?: readonly Outcome[]
  readonly maxInFlight?: number
  readonly seed?: number
}

const tryFleet = (trial: Trial): Figures => {
  const { perSecond, replicas = 4, databases = 1, licenses = 1_000, outcomes = ['memory'], seed = 1 } = trial
  const queue = createEventQueue()
  const random = createRandom(seed)
  const stores = Array.from({ length: databases }, () =>
    createPostgres(queue, { costs: COSTS, cores: 4, connections: 50, networkMs: 0.2 }),
  )
  const store = createSharded(stores, random)
  const { maxInFlight = 4_000 } = trial
  const all = Array.from({ length: replicas }, () => createReplica(queue, { costs: COSTS, store, maxInFlight }))
  const fleet = {
    ...{ queue, random, replicas: all, stores },
    nextScan: () => ({
      license: Math.floor(random() * licenses),
      outcome: outcomes[Math.floor(random() * outcomes.length)] ?? 'memory',
      upstreamMs: 50,
    }),
    replicaOf: () => all[Math.floor(random() * replicas)],
  }
  return runFleet(fleet, { arrivals: { perSecond }, warmUpMs: 500, measureMs: 2_000 })
}

test('every accepted scan gets one response, whatever its page needs', () => {
  for (const databases of [1, 3]) {
    const figures = tryFleet({ perSecond: 3_000, databases, outcomes: ['memory', 'store', 'behind', 'upstream'] })
    assert.equal(figures.answered, figures.requested)
    assert.equal(figures.refused, 0)
    assert.ok(figures.requested > 7_000)
  }
})

test('refuses scans beyond the limit, and responds to all others', () => {
  const figures = tryFleet({ perSecond: 200_000, replicas: 1, maxInFlight: 100 })
  assert.ok(figures.refused > 0)
  assert.equal(figures.answered + figures.refused, figures.requested)
  assert.ok(figures.usage['event loop'] && figures.usage['event loop'] > 0.5)
})

test('a run is the same for the same seed, and differs for another', () => {
  assert.deepEqual(tryFleet({ perSecond: 2_000 }), tryFleet({ perSecond: 2_000 }))
  assert.notDeepEqual(tryFleet({ perSecond: 2_000 }), tryFleet({ perSecond: 2_000, seed: 2 }))
})

test('the event loop is as busy as its scans and settles make it', () => {
  const figures = tryFleet({ perSecond: 8_000, replicas: 1 })
  const expected = (figures.scansPerSecond * COSTS.scanMs + figures.settlesPerSecond * COSTS.settleLoopMs) / 1_000
  assert.ok(
    Math.abs((figures.usage['event loop'] ?? 0) - expected) < 0.01,
    `${figures.usage['event loop']} ${expected}`,
  )
})

test('the parsing thread is as busy as the fetched pages make it', () => {
  const { usage, scansPerSecond } = tryFleet({ perSecond: 300, replicas: 1, outcomes: ['upstream'] })
  const expected = (scansPerSecond * COSTS.coldReadMs) / 1_000
  assert.ok(Math.abs((usage['parsing thread'] ?? 0) - expected) < 0.02, `${usage['parsing thread']} ${expected}`)
  assert.ok((usage['event loop'] ?? 0) < (usage['parsing thread'] ?? 0))
})

test('a settle includes more scans under more load, so that a busy store does not get more settles', () => {
  const [few, many] = [tryFleet({ perSecond: 1_000, replicas: 1 }), tryFleet({ perSecond: 15_000, replicas: 1 })]
  assert.ok(many.scansPerSecond > 14 * few.scansPerSecond)
  assert.ok(many.settlesPerSecond < few.settlesPerSecond * 2)
})

test('replicas that settle one license wait for its row, and less so with separate licenses', () => {
  const one = tryFleet({ perSecond: 10_000, replicas: 40, licenses: 1 })
  const many = tryFleet({ perSecond: 10_000, replicas: 40, licenses: 1_000_000 })
  assert.equal(busiestPart(one), 'hottest row')
  assert.notEqual(busiestPart(many), 'hottest row')
  assert.ok(one.p50Ms > 4 * many.p50Ms, `${one.p50Ms} ${many.p50Ms}`)
})

test('SQLite settles one batch after another, at its cost', () => {
  const queue = createEventQueue()
  const store = createSqlite(queue, COSTS)
  const doneAt: number[] = []
  for (const licenses of [[1], [1, 2, 3]]) store.settle(licenses, () => doneAt.push(queue.now()))
  queue.run()
  assert.deepEqual(
    doneAt.map((at) => at.toFixed(3)),
    ['0.320', '0.680'],
  )
})
