import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, quotaOf } from '@central-api/testing/assert-response.ts'
import { DEMO, MONTH_MS, quotaAfter, SCAN, startClient } from '@central-api/testing/start-client.ts'
import { START, startService } from '@central-api/testing/start-service.ts'
import { createGatedPlatform } from '../../test/gated-platform.ts'
import { sandbox } from '../platforms/sandbox/sandbox.ts'

const DAY_MS = 86_400_000

test('hit, stale and miss each cost one scan and state the age of the page', async (context) => {
  const gated = createGatedPlatform()
  const { license, authorize, post, clock, parts } = await startService(context, { platforms: [gated.platform] })
  const { key } = await license()
  const scan = async () => post(SCAN, { platform: 'gated', handle: 'a' }, await authorize(key))
  const seen = async () => {
    const { status, headers, body } = await scan()
    return [status, headers['x-cache'], headers.age, headers['x-quota-used'], body.data?.fetchedAt]
  }
  const first = new Date(START).toISOString()
  assert.deepEqual(await seen(), [200, 'miss', '0', '1', first])
  clock.at = START + 299_999
  assert.deepEqual(await seen(), [200, 'hit', '299', '2', first])
  clock.at = START + 300_000
  assert.deepEqual(await seen(), [200, 'stale', '300', '3', first])
  await parts.pages.idle()
  assert.equal(gated.requested(), 2)
  const second = new Date(clock.at).toISOString()
  assert.deepEqual(await seen(), [200, 'hit', '0', '4', second])
  // The platform fails: the cached page is served and never overwritten.
  gated.failWith(new Error('upstream'))
  clock.at += 3_600_000
  assert.deepEqual(await seen(), [200, 'stale', '3600', '5', second])
  clock.at += 29 * DAY_MS
  assert.deepEqual((await seen()).slice(0, 2), [200, 'stale'])
})

test('the quota ends at its limit with the seconds until the month ends, and starts again with the next month', async (context) => {
  const { license, authorize, post, setPlan, clock } = await startService(context)
  await setPlan({ name: 'small', scans: 3, burst: 120 })
  const { key } = await license({ plan: 'small' })
  const headers = await authorize(key)
  const small = (used: number, burstUsed: number) => quotaAfter(used, { limit: 3, burstUsed })
  for (let used = 1; used <= 3; used += 1) assert.deepEqual(quotaOf(await post(SCAN, DEMO, headers)), small(used, used))
  const refused = await post(SCAN, DEMO, headers)
  assertError(refused, { code: 'quota_exceeded', retryAfter: MONTH_MS / 1000 })
  assert.match(refused.body.error?.message ?? '', /All 3 scans .* 2030-02-01T00:00:00.000Z/)
  assert.deepEqual(quotaOf(refused), small(3, 3))
  clock.at = Date.UTC(2030, 1)
  const next = await post(SCAN, DEMO, await authorize(key))
  assert.equal(next.status, 200)
  assert.equal(next.headers['x-quota-used'], '1')
  assert.equal(next.headers['x-quota-reset'], `${28 * 86_400}`)
})

test('the burst limit ends with the seconds until the minute ends, and errors count against it', async (context) => {
  const { license, authorize, post, setPlan, clock } = await startService(context)
  await setPlan({ name: 'calm', burst: 2 })
  const { key } = await license({ plan: 'calm' })
  const headers = await authorize(key)
  await post(SCAN, DEMO, headers)
  await post(SCAN, { platform: 'sandbox', handle: 'error.profile_not_found' }, headers)
  clock.at = START + 17_300
  const refused = await post(SCAN, DEMO, headers)
  assertError(refused, { code: 'rate_limited', retryAfter: 43 })
  assert.equal(refused.headers.ratelimit, `"scans";r=999;t=${MONTH_MS / 1000 - 17}, "burst";r=0;t=43`)
  clock.at = START + 60_000
  assert.equal((await post(SCAN, DEMO, headers)).status, 200)
})

test('a test license scans only the sandbox, is counted, and has no limit', async (context) => {
  const gated = createGatedPlatform()
  const { license, authorize, post, setPlan } = await startService(context, { platforms: [sandbox, gated.platform] })
  await setPlan({ name: 'small', scans: 1, platforms: ['gated'] })
  const headers = await authorize((await license({ plan: 'small', mode: 'test' })).key)
  const refused = await post(SCAN, { platform: 'gated', handle: 'a' }, headers)
  assertError(refused, { code: 'platform_not_in_plan' })
  assert.equal(gated.requested(), 0)
  for (let used = 1; used <= 3; used += 1) {
    const response = await post(SCAN, DEMO, headers)
    assert.equal(response.status, 200)
    assert.deepEqual(quotaOf(response), quotaAfter(used, { limit: 1, remaining: 1, burst: 1_000, burstUsed: used + 1 }))
  }
})

test('a live license scans the platforms of its plan, and the sandbox at the same cost', async (context) => {
  const [one, two] = [createGatedPlatform('one'), createGatedPlatform('two')]
  const { license, authorize, post, setPlan } = await startService(context, {
    platforms: [one.platform, sandbox, two.platform],
  })
  await setPlan({ name: 'some', platforms: ['two'] })
  const headers = await authorize((await license({ plan: 'some' })).key)
  assertError(await post(SCAN, { platform: 'one', handle: 'a' }, headers), { code: 'platform_not_in_plan' })
  assert.equal((await post(SCAN, { platform: 'two', handle: 'a' }, headers)).headers['x-quota-used'], '1')
  assert.equal((await post(SCAN, DEMO, headers)).headers['x-quota-used'], '2')
})

test('a failing store is called once, then unavailable with Retry-After, and nothing is granted', async (context) => {
  const { scan, parts } = await startClient(context)
  assert.equal((await scan(DEMO)).status, 200)
  await parts.store.close()
  const { mock } = context.mock.method(parts.store.usage, 'commit')
  assertError(await scan(DEMO), { code: 'unavailable', retryAfter: 2 })
  assert.equal(mock.callCount(), 1)
})
