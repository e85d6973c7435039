// A change on one instance affects tokens that another one has verified before. Two complete services share one file, as
// processes do. The tests read changes explicitly (catch up) instead of sleeping.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { assertError } from '@central-api/testing/assert-response.ts'
import { OPERATOR } from '@central-api/testing/licensing/fixture.ts'
import { DEMO, SCAN } from '@central-api/testing/start-client.ts'
import { START } from '@central-api/testing/start-service.ts'
import { act } from '@central-api/testing/storage/fixture.ts'
import { requireLicense } from '../src/licensing/licenses/require-license.ts'
import { startTwo } from './start-two.ts'

const MAX_SERVED = 20

/** A license with a token that both instances have verified. */
const startKnown = async (context: TestContext) => {
  const { here, there } = await startTwo(context)
  await here.setPlan({ name: 'team', sites: 1 })
  const { license, key } = await here.license({ plan: 'team' })
  const headers = await here.authorize(key, 'blog.example')
  const scan = (body: unknown = DEMO) => there.post(SCAN, body, headers)
  assert.equal((await scan()).status, 200)
  return { here, there, id: license.id, headers, scan }
}

test('tokens follow suspending, resuming and revoking', async (context) => {
  const { here, there, id, scan } = await startKnown(context)
  await here.parts.licenses.suspend(id, OPERATOR)
  await there.parts.catchUp()
  assertError(await scan(), { code: 'license_suspended' })
  await here.parts.licenses.resume(id, OPERATOR)
  await there.parts.catchUp()
  assert.equal((await scan()).status, 200)
  await here.parts.licenses.revoke(id, OPERATOR)
  await there.parts.catchUp()
  assertError(await scan(), { code: 'license_revoked' })
})

test('tokens follow an expiry that is set and removed', async (context) => {
  const { here, there, id, scan } = await startKnown(context)
  await here.parts.licenses.renew(id, START + 1_000, OPERATOR)
  await there.parts.catchUp()
  assert.equal((await scan()).status, 200)
  there.clock.at = START + 1_000
  assertError(await scan(), { code: 'license_expired' })
  await here.parts.licenses.renew(id, null, OPERATOR)
  await there.parts.catchUp()
  assert.equal((await scan()).status, 200)
})

test('tokens follow a change of plan, and changed limits of the plan', async (context) => {
  const { here, there, id, scan } = await startKnown(context)
  assert.equal((await scan()).headers['x-quota-limit'], '1000')
  await here.setPlan({ name: 'team', scans: 5, sites: 1 })
  await there.parts.catchUp()
  assert.equal((await scan()).headers['x-quota-limit'], '5')
  await here.parts.store.licenses.update(id, { plan: 'agency' }, act())
  await there.parts.catchUp()
  assert.equal((await scan()).headers['x-quota-limit'], '100000')
})

test('a released site is admitted again only if the plan has room', async (context) => {
  const { here, there, id, scan } = await startKnown(context)
  await here.parts.sites.release(id, 'blog.example')
  await here.parts.sites.admit(await requireLicense(here.parts.store, id), { sites: 1 }, 'other.example')
  await there.parts.catchUp()
  assertError(await scan(), { code: 'site_limit_reached' })
  assert.equal((await scan({ ...DEMO, siteId: 'other.example' })).status, 200)
})

test('tokens of a new signing key verify immediately, and old ones stay valid', async (context) => {
  const { here, there, id, scan } = await startKnown(context)
  await here.parts.signingKeys.rotate(OPERATOR)
  const { license, key } = await here.license()
  assert.notEqual(license.id, id)
  const fresh = await here.authorize(key)
  // Without catching up: the service looks up an unknown key.
  assert.equal((await there.post(SCAN, DEMO, fresh)).status, 200)
  assert.equal((await scan()).status, 200)
  await there.parts.catchUp()
  const { body } = await there.send({ path: '/api/v1/auth/token', body: { licenseKey: key } })
  assert.equal(`Bearer ${String(body.data?.token)}`, fresh.authorization)
})

test('the watch receives a suspension within a second without a request', async (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] })
  const { here, id, scan } = await startKnown(context)
  await here.parts.licenses.suspend(id, OPERATOR)
  assert.equal((await scan()).status, 200)
  context.mock.timers.tick(1_000)
  // Its store operation then precedes those of these scans.
  let served = 0
  while ((await scan()).status === 200) {
    served += 1
    assert.ok(served < MAX_SERVED, 'a suspended license was still served after a second')
  }
})
