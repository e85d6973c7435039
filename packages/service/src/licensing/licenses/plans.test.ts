import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlanRecord } from '../../storage/store.ts'
import { OperatorError } from './operator-error.ts'
import { STARTING_PLANS, validatePlan } from './plans.ts'

const PLAN: PlanRecord = {
  name: 'team',
  scans: 5_000,
  validations: 0,
  burst: 1,
  sites: null,
  connections: null,
  media: 'proxy',
  mediaMb: null,
  platforms: null,
}

test('the default plans are valid, with unique names', () => {
  for (const plan of STARTING_PLANS) assert.deepEqual(validatePlan(plan), plan)
  assert.deepEqual(
    STARTING_PLANS.map(({ name }) => name),
    ['starter', 'pro', 'agency'],
  )
})

test('stores platforms sorted and without duplicates', () => {
  const plan = { ...PLAN, platforms: ['rss', 'bluesky', 'rss'] }
  assert.deepEqual(validatePlan(plan, ['bluesky', 'rss']).platforms, ['bluesky', 'rss'])
})

const WRONG: readonly [Partial<PlanRecord>, RegExp][] = [
  [{ name: '' }, /name/],
  [{ name: 'Team' }, /name/],
  [{ name: '-team' }, /name/],
  [{ name: 'x'.repeat(33) }, /name/],
  [{ scans: -1 }, /scans/],
  [{ scans: 1.5 }, /scans/],
  [{ scans: Number.NaN }, /scans/],
  [{ validations: Number.POSITIVE_INFINITY }, /validations/],
  [{ validations: 1_000_000_001 }, /validations/],
  [{ burst: 0 }, /burst/],
  [{ sites: 0 }, /sites/],
  [{ connections: -1 }, /connections/],
  [{ connections: 0.5 }, /connections/],
  [{ mediaMb: -1 }, /mediaMb/],
  [{ mediaMb: 0.5 }, /mediaMb/],
  [{ media: 'all' as PlanRecord['media'] }, /media must be none or proxy/],
  [{ platforms: [] }, /at least one platform/],
  [{ platforms: ['rss', 'nowhere'] }, /no platform "nowhere"/],
  [{ platforms: ['RSS'] }, /no platform "RSS"/],
]

test('names the invalid field of a plan', () => {
  for (const [change, message] of WRONG) {
    assert.throws(
      () => validatePlan({ ...PLAN, ...change }, ['rss']),
      (error) =>
        error instanceof OperatorError &&
        error.code === 'invalid' &&
        message.test(error.message) &&
        error.field === Object.keys(change)[0],
    )
  }
})
