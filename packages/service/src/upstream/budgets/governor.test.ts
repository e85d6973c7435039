import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestStore } from '@central-api/testing/platforms/suite/test-store.ts'
import type { Response } from '../contract/call.ts'
import type { Bucket, Limits } from '../contract/limits.ts'
import { isRefused } from '../contract/refusal.ts'
import { createDistinctValues } from './distinct-values.ts'
import { createGovernor, type Payer, UNNAMED_BUCKET } from './governor.ts'
import { createUnits } from './units.ts'

const START = Date.parse('2026-01-15T12:00:00.000Z')
const DAILY: Bucket = { name: 'units', allows: 10_000, per: { midnight: 'America/Los_Angeles' }, of: 'credential' }
const LIMITS: Limits = { buckets: [DAILY] }
const MIDNIGHT = Date.parse('2026-01-16T08:00:00.000Z')

const payer = (who = 'key'): Payer => ({ platform: 'p', source: 'api', who, host: 'api.example', isShared: true })
const response = (headers: Record<string, string>, status = 200): Response => ({
  ...{ status, url: 'https://api.example/', headers },
  text: () => '',
  json: () => null,
})
const left = (remaining: number, reset = 600, limit = 100) =>
  response({ 'ratelimit-limit': `${limit}`, 'ratelimit-remaining': `${remaining}`, 'ratelimit-reset': `${reset}` })

/** Governors of several processes on one store. */
const start = (store = createTestStore()) => {
  const clock = { ms: START }
  const now = () => clock.ms
  const replica = () =>
    createGovernor({
      budgets: store.budgets,
      units: createUnits({ usage: store.usage, now }),
      distinctValues: createDistinctValues({ uses: store.distinctUses, keys: [Buffer.alloc(32, 7)], now }),
      now,
      random: () => 0.5,
      onStoreError: assert.ifError,
    })
  return { clock, replica, store }
}

test('refuses a call that would use the reserve for probes, and returns the real reset time', () => {
  const { clock, replica } = start()
  const governor = replica()
  governor.learn(payer(), UNNAMED_BUCKET, left(3), undefined)
  assert.equal(governor.closedUntil(payer(), UNNAMED_BUCKET, 1), undefined)
  // Two of a hundred are reserved.
  assert.equal(governor.closedUntil(payer(), UNNAMED_BUCKET, 1), START + 600_000)
  assert.equal(governor.closedUntil(payer('other'), UNNAMED_BUCKET, 1), undefined, 'each credential has its own budget')
  assert.equal(governor.closedUntil(payer(), 'search', 1), undefined, 'each bucket has its own budget')
  clock.ms += 600_000
  assert.equal(governor.closedUntil(payer(), UNNAMED_BUCKET, 1), undefined)
})

test('a response that arrives late does not raise the number left within a window', () => {
  const { replica } = start()
  const governor = replica()
  governor.learn(payer(), UNNAMED_BUCKET, left(0), undefined)
  governor.learn(payer(), UNNAMED_BUCKET, left(50), undefined)
  assert.equal(governor.closedUntil(payer(), UNNAMED_BUCKET, 1), START + 600_000)
})

test('probes a limit once in five minutes, and an exhausted budget not before its reset', () => {
  const { clock, replica } = start()
  const governor = replica()
  const refused = response({ 'retry-after': '3600' }, 429)
  assert.equal(
    governor.close(payer(), UNNAMED_BUCKET, refused, { until: undefined, isForLong: false, limits: undefined }),
    START + 3_600_000,
  )
  assert.equal(
    governor.close(payer('spent'), UNNAMED_BUCKET, response({}, 403), {
      until: { midnight: 'America/Los_Angeles' },
      isForLong: true,
      limits: undefined,
    }),
    MIDNIGHT,
  )
  clock.ms += 300_000
  assert.equal(governor.closedUntil(payer(), UNNAMED_BUCKET, 1), undefined)
  assert.equal(governor.closedUntil(payer(), UNNAMED_BUCKET, 1), START + 3_600_000)
  assert.equal(governor.closedUntil(payer('spent'), UNNAMED_BUCKET, 1), MIDNIGHT)
})

test('a probe that succeeds lifts the limit for all processes before its reset', async () => {
  const { clock, replica } = start()
  const [governor, other] = [replica(), replica()]
  const limited = response({ 'retry-after': '3600' }, 429)
  governor.close(payer(), UNNAMED_BUCKET, limited, { until: undefined, isForLong: false, limits: undefined })
  await other.load()
  // A call that was in flight before the limit.
  governor.learn(payer(), UNNAMED_BUCKET, response({}), undefined)
  assert.equal(governor.closedUntil(payer(), UNNAMED_BUCKET, 1), START + 3_600_000)
  clock.ms += 300_000
  assert.equal(governor.closedUntil(payer(), UNNAMED_BUCKET, 1), undefined)
  governor.learn(payer(), UNNAMED_BUCKET, response({}), undefined)
  await governor.flush()
  await other.load()
  for (const each of [governor, other])
    for (let call = 0; call < 3; call += 1) assert.equal(each.closedUntil(payer(), UNNAMED_BUCKET, 1), undefined)
})

test('after a probe, what is left is what the response says', () => {
  const { clock, replica } = start()
  const governor = replica()
  const limited = response({ 'retry-after': '3600' }, 429)
  governor.close(payer(), UNNAMED_BUCKET, limited, { until: undefined, isForLong: false, limits: undefined })
  clock.ms += 300_000
  assert.equal(governor.closedUntil(payer(), UNNAMED_BUCKET, 1), undefined)
  governor.learn(payer(), UNNAMED_BUCKET, left(4, 3_300), undefined)
  assert.equal(governor.closedUntil(payer(), UNNAMED_BUCKET, 1), undefined)
  assert.equal(governor.closedUntil(payer(), UNNAMED_BUCKET, 1), undefined)
  assert.equal(governor.closedUntil(payer(), UNNAMED_BUCKET, 1), START + 3_600_000)
})

test('other processes, and a restarted one, learn the limits that one process has read', async () => {
  const { replica } = start()
  const [one, other] = [replica(), replica()]
  one.learn(payer(), UNNAMED_BUCKET, left(1), undefined)
  one.learn({ ...payer('unknown.example'), isShared: false }, UNNAMED_BUCKET, left(0), undefined)
  await one.flush()
  await other.load()
  assert.equal(other.closedUntil(payer(), UNNAMED_BUCKET, 1), START + 600_000)
  assert.deepEqual(
    other.list().map(({ who }) => who),
    ['key'],
    'budgets of unknown hosts are not shared',
  )
})

test('three processes share a day’s units and never overspend them', async () => {
  const { clock, replica } = start()
  const replicas = [replica(), replica(), replica()]
  let spent = 0
  const spend = async (governor: ReturnType<typeof replica>, cost: number) => {
    try {
      await governor.spend(payer(), LIMITS, () => cost)
      spent += cost
      return undefined
    } catch (error) {
      assert.ok(isRefused(error, 'exhausted'))
      return error.retryAfterSeconds
    }
  }
  for (let round = 0; round < 1_200; round += 1) await Promise.all(replicas.map((governor) => spend(governor, 3)))
  // 9,800 of 10,000 may be spent. Only units that a process has leased and cannot use are missing.
  assert.ok(spent <= 9_800 && spent > 9_800 - 3 * 20, String(spent))
  assert.equal(await spend(replicas[0] ?? assert.fail(), 3), (MIDNIGHT - START) / 1_000)
  clock.ms = MIDNIGHT
  assert.equal(await spend(replicas[0] ?? assert.fail(), 3), undefined)
})

test('shares that a platform reports in its own format are budgets as well', () => {
  const { replica } = start()
  const governor = replica()
  const limits: Limits = { tells: () => [{ bucket: UNNAMED_BUCKET, leftShare: 0, resetsInSeconds: 120 }] }
  governor.learn(payer(), UNNAMED_BUCKET, response({}), limits)
  assert.equal(governor.closedUntil(payer(), UNNAMED_BUCKET, 1), START + 120_000)
})

test('the pressure is how much faster the budget is used than its window passes, for the best credential', () => {
  const { clock, replica } = start()
  const governor = replica()
  governor.learn(payer(), UNNAMED_BUCKET, left(100, 1_000), undefined)
  assert.equal(governor.pressure('p', { id: 'api' }, 'account'), 1)
  clock.ms += 100_000
  governor.learn(payer(), UNNAMED_BUCKET, left(30, 900), undefined)
  assert.equal(Math.round(governor.pressure('p', { id: 'api' }, 'account')), 3)
  governor.learn(payer('other'), UNNAMED_BUCKET, left(95, 900), undefined)
  assert.equal(Math.round(governor.pressure('p', { id: 'api' }, 'account')), 1)
  governor.learn(payer('other'), UNNAMED_BUCKET, left(0, 900), undefined)
  governor.learn(payer(), UNNAMED_BUCKET, left(0, 900), undefined)
  assert.equal(governor.pressure('p', { id: 'api' }, 'account'), 12)
  assert.equal(governor.pressure('p', { id: 'feed' }, 'account'), 1)
})
