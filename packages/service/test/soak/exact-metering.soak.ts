import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEMO } from '@central-api/testing/start-client.ts'
import { startService } from '@central-api/testing/start-service.ts'
import { startTwo } from '../start-two.ts'
import { storm } from '../storm.ts'

const QUOTA = 1_000
const PATH = '/api/v1/scan-profile'
const MONTH = Date.UTC(2030, 0)
const PLAN = { name: 'storm', scans: QUOTA, burst: 1_000_000 }

test('fifty clients with two thousand scans each share a quota of a thousand: exactly a thousand succeed', async (context) => {
  const { origin, license, authorize, setPlan, parts } = await startService(context, { listens: true })
  await setPlan(PLAN)
  const { license: made, key } = await license({ plan: PLAN.name })
  const headers = await authorize(key)
  const counts = await storm({
    origins: [origin],
    callers: 50,
    requestsEach: 2_000,
    path: PATH,
    headers,
    body: () => DEMO,
  })
  assert.deepEqual(
    counts,
    new Map([
      [200, QUOTA],
      [429, 100_000 - QUOTA],
    ]),
  )
  assert.equal(await parts.store.usage.read(made.id, 'scans', MONTH), QUOTA)
})

test('two services on one file never exceed the quota, and failed scans are refunded', async (context) => {
  const { here, there } = await startTwo(context)
  await here.setPlan(PLAN)
  const { license, key } = await here.license({ plan: PLAN.name })
  const headers = await here.authorize(key)
  const counts = await storm({
    origins: [here.origin, there.origin],
    callers: 20,
    requestsEach: 150,
    path: PATH,
    headers,
    body: (_, request) => (request % 3 === 0 ? { platform: 'sandbox', handle: 'error.profile_not_found' } : DEMO),
  })
  assert.deepEqual(new Set(counts.keys()), new Set([200, 404, 429]))
  const read = () => there.parts.store.usage.read(license.id, 'scans', MONTH)
  // Near the limit, some scans were rejected because of others that failed and were refunded later.
  let answered = counts.get(200) ?? 0
  assert.equal(await read(), answered)
  while ((await there.post('/scan-profile', DEMO, headers)).status === 200) answered += 1
  assert.equal(answered, QUOTA)
  assert.equal(await read(), QUOTA)
})
