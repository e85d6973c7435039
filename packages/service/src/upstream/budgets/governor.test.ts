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

const SHARED: readonly { readonly name: string; readonly bucket: Bucket; readonly allowed: number }[] = [
  {
    name: 'a day of 100 searches, two of them reserved',
    bucket: { ...DAILY, name: 'search', allows: 100, isSharedFairly: true },
    allowed: 98,
  },
  {
    name: '30 different hashtags in seven days',
    bucket: {
      name: 'tags',
      allows: 30,
      per: { seconds: 604_800 },
      of: 'credential',
      distinct: true,
      isSharedFairly: true,
    },
    allowed: 30,
  },
]

for (const { name, bucket, allowed } of SHARED)
  test(`no license takes more than half of what the others leave: ${name}`, async () => {
    const { clock, replica } = start()
    const governors = [replica(), replica()]
    let calls = 0
    const limits = { buckets: [bucket] }
    /** Each call has a new value. Resolves to how many were admitted. */
    const takeAll = async (licenseId: string | undefined, count = allowed + 5) => {
      const results = await Promise.allSettled(
        Array.from({ length: count }, () => {
          calls += 1
          const governor = governors[calls % governors.length]
          return governor?.spend({ ...payer(), licenseId }, limits, () => 1, `tag${calls}`)
        }),
      )
      const refused = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
      for (const reason of refused) assert.ok(isRefused(reason, 'exhausted'), String(reason))
      return { admitted: count - refused.length, reason: refused.find((each) => isRefused(each, 'exhausted')) }
    }

    const first = await takeAll('one')
    assert.equal(first.admitted, allowed / 2)
    assert.match(first.reason?.message ?? '', /share/)
    assert.ok((first.reason?.retryAfterSeconds ?? 0) > 0)
    // A restarted process counts on, and the budget is not reported as used up.
    governors.push(replica())
    assert.equal((await takeAll('one')).admitted, 0)
    assert.ok(governors.every((each) => each.list().every(({ left }) => left > 1)))
    const second = await takeAll('two')
    assert.ok(second.admitted >= Math.floor(allowed / 4) - 1, `second: ${second.admitted}`)
    assert.ok(second.admitted <= Math.ceil(allowed / 4) + 1, `second: ${second.admitted}`)
    assert.equal((await takeAll('three', 1)).admitted, 1)
    // What is left goes to whoever has not used any, to the last unit; the operator has no share.
    let left = allowed - first.admitted - second.admitted - 1
    for (let at = 0; left > 1; at += 1, left -= 1) assert.equal((await takeAll(`late ${at}`, 1)).admitted, 1, `${at}`)
    assert.ok((await takeAll(undefined)).admitted >= 1)
    const { reason } = await takeAll('last', 1)
    assert.doesNotMatch(reason?.message ?? 'share', /share/)
    // The next window begins anew.
    clock.ms += 8 * 86_400_000
    assert.equal((await takeAll('one')).admitted, allowed / 2)
  })

for (const { name, bucket, allowed } of SHARED)
  test(`a single license may use all: ${name}`, async () => {
    const store = createTestStore()
    const governor = createGovernor({
      budgets: store.budgets,
      units: createUnits({ usage: store.usage, now: () => START }),
      distinctValues: createDistinctValues({
        uses: store.distinctUses,
        keys: [Buffer.alloc(32, 7)],
        now: () => START,
      }),
      hasSeveralLicenses: async () => false,
      now: () => START,
      random: () => 0.5,
      onStoreError: assert.ifError,
    })
    const spend = (at: number) =>
      governor.spend({ ...payer(), licenseId: 'one' }, { buckets: [bucket] }, () => 1, `tag${at}`)
    for (let at = 0; at < allowed; at += 1) await spend(at)
    await assert.rejects(spend(allowed), (error) => isRefused(error, 'exhausted') && !/share/.test(error.message))
  })

test('a value that any license uses already is free for all', async () => {
  const { replica } = start()
  const governor = replica()
  const limits = { buckets: SHARED.flatMap(({ bucket }) => (bucket.distinct ? [bucket] : [])) }
  const spend = (licenseId: string, tag: string) => governor.spend({ ...payer(), licenseId }, limits, () => 1, tag)
  for (let at = 0; at < 15; at += 1) await spend('one', `tag${at}`)
  await assert.rejects(spend('one', 'new'), (error) => isRefused(error, 'exhausted'))
  await spend('two', 'new')
  await spend('one', 'new')
  await spend('one', 'tag3')
})
